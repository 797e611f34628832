import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { JobStage } from './job-stage';
import { readSample } from './sample-candles';

interface History {
  readonly exchange: string | null;
  readonly feature_version: number;
  readonly warnings: string[];
  readonly open_time: string[];
  readonly features: Record<string, (number | null)[]>;
}

const sample = readSample();

/** Of the sample, unless the query says otherwise. */
export const historyPath = (query: Record<string, string>) =>
  `/history?${new URLSearchParams({ symbol: 'SPX', interval: '1d', ...query }).toString()}`;

/** Reads histories of features as any client does. */
export class FeatureHistories {
  constructor(private readonly stage: JobStage) {}

  async read(query: Record<string, string>): Promise<History> {
    const { status, text } = await this.stage.api.features('GET', historyPath(query));
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as History;
  }

  async readCsv(query: Record<string, string>): Promise<string> {
    const answer = await this.stage.api.openFeatures(historyPath(query), { accept: 'text/csv' });
    expect(answer.status).toBe(200);
    return answer.text();
  }
}

/** By hand from the sample's lines. */
export function expectedOf(
  first: number,
  last: number,
): Record<'alpha158_kmid' | 'alpha158_klen' | 'returns_1', number[]> {
  const candles = sample.slice(first, last + 1);
  const number = ({ open, high, low, close }: CandleToWrite) => [open, high, low, close].map(Number);
  return {
    alpha158_kmid: candles.map(number).map(([open, , , close]) => (close - open) / open),
    alpha158_klen: candles.map(number).map(([open, high, low]) => (high - low) / open),
    returns_1: candles.map(({ close }, index) => Number(close) / Number(sample[first + index - 1].close) - 1),
  };
}

export function expectClose(values: readonly (number | null)[], expected: readonly number[]): void {
  expect(values).toHaveLength(expected.length);
  values.forEach((value, index) => {
    expect(Math.abs(value! - expected[index])).toBeLessThanOrEqual(
      1e-9 * Math.max(1, Math.abs(expected[index])),
    );
  });
}
