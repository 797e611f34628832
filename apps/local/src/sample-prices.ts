import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE, sampleFile } from './sample';

/**
 * The variables by which equity prices come out of a directory of files in DATA_DIR, which needs no network; the sample is put
 * there. A file of the user's under its name stays.
 */
export function samplePrices(dataDirectory: string): Record<string, string> {
  const directory = join(dataDirectory, 'equities');
  const file = join(directory, `${SAMPLE.symbol}.csv`);
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true });
    copyFileSync(sampleFile(), `${file}.new`);
    renameSync(`${file}.new`, file);
  }
  return { EQUITY_PROVIDER: 'csv', EQUITY_CSV_DIR: directory };
}
