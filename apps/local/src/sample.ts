import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ApiClient } from './api-client';

export const SAMPLE = { exchange: 'us', symbol: 'SPX', interval: '1d' } as const;

export interface SampleResult {
  readonly candles: number;
  readonly isNew: boolean;
}

/** Imports the daily S&P 500 by the command that users import with, unless it is there. */
export async function loadSample(
  api: ApiClient,
  runCommand: (words: readonly string[]) => Promise<unknown>,
): Promise<SampleResult> {
  const file = sampleFile();
  const candles = countRows(readFileSync(file, 'utf8'));
  const query = new URLSearchParams({ ...SAMPLE, size: '1' }).toString();
  const stored = () => api.get<{ total: number }>(`/api/v1/market-data/candlesticks?${query}`);
  if ((await stored()).total >= candles) return { candles, isNew: false };

  const { exchange, symbol, interval } = SAMPLE;
  await runCommand(['import', file, '--exchange', exchange, '--symbol', symbol, '--interval', interval]);
  const { total } = await stored();
  if (total >= candles) return { candles: total, isNew: true };
  throw new Error(`The sample has ${candles} candles, but only ${total} are stored after its import`);
}

/** In the repository: the build has code only. */
export function sampleFile(): string {
  return join(repository(__dirname), 'apps', 'local', 'sample', 'sp500-2000.csv');
}

function repository(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : repository(dirname(folder));
}

/** Lines of a CSV file without its header. */
export function countRows(csv: string): number {
  return csv.split('\n').filter((line) => line.trim() !== '').length - 1;
}
