import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePrices } from './sample-prices';

describe('samplePrices', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candelabra-sample-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('puts the S&P 500 into a directory that prices are read from, and leaves what is there', () => {
    const directory = join(folder, 'equities');
    expect(samplePrices(folder)).toEqual({ EQUITY_PROVIDER: 'csv', EQUITY_CSV_DIR: directory });
    expect(readdirSync(directory)).toEqual(['SPX.csv']);
    const file = join(directory, 'SPX.csv');
    // The sample begins so.
    expect(readFileSync(file, 'utf8')).toMatch(
      /^date,open,high,low,close,adjclose,volume\n2000-01-03,1469\.25/,
    );

    writeFileSync(file, 'of the user');
    samplePrices(folder);
    expect(readFileSync(file, 'utf8')).toBe('of the user');
  });
});
