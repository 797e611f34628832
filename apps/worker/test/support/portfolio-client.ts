import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import type { JobStage } from './job-stage';
import { readSample } from './sample-candles';

const MEMBERS_EXCHANGE = 'test';
const FIRST_OPEN = Date.UTC(2010, 0, 1);

/** So many days of a market that never closes, from 2010-01-01 on, with the prices of the sample from another day on. */
export function memberDays(offset: number, count = 300, firstDay = 0): CandleToWrite[] {
  return readSample()
    .slice(offset, offset + count)
    .map((candle, index) => ({
      ...candle,
      openTime: new Date(FIRST_OPEN + (firstDay + index) * DAY_MILLISECONDS),
    }));
}

/** Series of 300 days with prices of their own: A, B, C. */
export async function storeMembers(stage: JobStage): Promise<void> {
  for (const [index, symbol] of ['A', 'B', 'C'].entries())
    await storeMember(stage, symbol, memberDays(index * 700));
}

export function storeMember(
  stage: JobStage,
  symbol: string,
  candles: readonly CandleToWrite[],
): Promise<void> {
  return stage.store({ exchange: MEMBERS_EXCHANGE, symbol, interval: '1d' }, candles);
}

export const membersOf = (...symbols: string[]) =>
  symbols.map((symbol) => ({ exchange: MEMBERS_EXCHANGE, symbol }));

export const EQUAL_MONTHLY = {
  universe: membersOf('A', 'B', 'C') as readonly object[] | string,
  interval: '1d',
  start_date: '2010-01-01',
  end_date: '2010-10-27',
  weights: { method: 'equal' } as object | undefined,
};

export interface PortfolioReport {
  readonly id: number;
  readonly status: string;
  readonly detail: string | null;
  readonly metrics: { readonly final_equity: string; readonly total_return: number; readonly trades: number };
  readonly benchmark: { readonly total_return: number };
  readonly relative: Record<string, unknown>;
  readonly contributions: readonly { readonly symbol: string; readonly pnl: string }[];
  readonly rebalances: number;
  readonly warnings: readonly string[];
  readonly bars: number;
  readonly lookahead_check: { readonly passed: boolean };
  readonly fingerprint: Record<string, unknown>;
  readonly correlations: { readonly coefficients: readonly (readonly number[])[] };
  readonly resolved: Record<string, unknown>;
  readonly candles_corrected_since: { readonly count: number; readonly start: string | null };
}

/** Speaks to the API as a client of portfolios would. */
export class PortfolioClient {
  constructor(private readonly stage: JobStage) {}

  async submit(request: object): Promise<number> {
    const { status, text } = await this.stage.api.request('POST', '/portfolio', request);
    if (status !== 202) throw new Error(`submission answered ${status}: ${text}`);
    return (JSON.parse(text) as { id: number }).id;
  }

  /** The report of a run that is over. */
  async run(request: object): Promise<PortfolioReport> {
    const id = await this.submit(request);
    await this.stage.untilFinished('portfolio', id);
    return this.get<PortfolioReport>(`/${id}/report`);
  }

  async get<Body>(path: string): Promise<Body> {
    const { status, text } = await this.stage.api.request('GET', `/portfolio${path}`);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Body;
  }

  async csv(path: string): Promise<string[]> {
    const response = await this.stage.api.open('GET', `/portfolio${path}`, { accept: 'text/csv' });
    return (await response.text()).trim().split('\r\n');
  }
}
