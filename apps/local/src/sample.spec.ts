import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ApiClient } from './api-client';
import { countRows, loadSample, sampleFile } from './sample';

/** An API that answers these totals, one per request. */
function apiWithTotals(...totals: number[]): ApiClient {
  return { get: () => Promise.resolve({ total: totals.shift() }) } as unknown as ApiClient;
}

describe('loadSample', () => {
  // `grep -c ^2 sp500-2000.csv`: the lines of the years 2000 to 2020.
  const SAMPLE_CANDLES = 5_105;

  it('imports nothing when the series has its candles', async () => {
    const runCommand = jest.fn();
    const result = await loadSample(apiWithTotals(SAMPLE_CANDLES), runCommand);
    expect(result).toEqual({ candles: SAMPLE_CANDLES, isNew: false });
    expect(runCommand).not.toHaveBeenCalled();
  });

  it('imports by the command that users have when candles are missing', async () => {
    const runCommand = jest.fn().mockResolvedValue('');
    const result = await loadSample(apiWithTotals(17, SAMPLE_CANDLES), runCommand);
    expect(result).toEqual({ candles: SAMPLE_CANDLES, isNew: true });
    expect(runCommand).toHaveBeenCalledWith(
      expect.arrayContaining(['import', '--exchange', 'us', '--symbol', 'SPX', '--interval', '1d']),
    );
  });

  it('complains when candles are still missing after the import', async () => {
    const loading = loadSample(apiWithTotals(0, 5_000), () => Promise.resolve(''));
    await expect(loading).rejects.toThrow('5105 candles, but only 5000');
  });
});

describe('sampleFile', () => {
  it('is the file of the vega-datasets package, byte for byte', () => {
    const content = readFileSync(sampleFile());
    const hash = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    // As datapackage.json of vega-datasets 3.2.1 has it, the id of the file in Git.
    expect(hash).toBe('b82f20656d0521801db7c5599a6c990415a8aaff');
  });
});

describe('countRows', () => {
  it('counts lines but for the header and empty ones', () => {
    expect(countRows('date,close\n2000-01-03,1\n2000-01-04,2\n\n')).toBe(2);
  });
});
