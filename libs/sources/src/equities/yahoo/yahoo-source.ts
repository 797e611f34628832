import { completeHistory, type SessionSpan, sessionSpan } from '../complete-history';
import type { EquityHistory, EquitySource, SessionRange } from '../equity-source';
import { recordAt } from '../json-value';
import { ProviderClient } from '../provider-client';
import { requireTicker } from '../ticker';
import { yearChunks } from '../year-chunks';
import { readChart } from './read-chart';

const ENDPOINT = 'https://query1.finance.yahoo.com';
const DAY_SECONDS = 86_400;
const NOTHING: EquityHistory = { candles: [], splits: [], dividends: [] };
/** What Yahoo says of a span that lies before the first session of a share. */
const NO_SUCH_TIME = /^Data doesn't exist for startDate/;

export interface YahooOptions {
  readonly endpoint?: string;
  readonly timeoutMilliseconds?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
}

/**
 * Yahoo's charts, without a key. Prices come adjusted for splits, as floats of 32 bits: seven or eight digits of them are
 * true. Symbols are Yahoo's: ^GSPC, BRK-B, 7203.T.
 */
export class YahooSource implements EquitySource {
  readonly provider = 'yahoo';
  private readonly client: ProviderClient;
  private readonly now: () => number;

  constructor({ endpoint = ENDPOINT, timeoutMilliseconds, now = Date.now }: YahooOptions = {}) {
    this.client = new ProviderClient({ provider: 'yahoo', endpoint, timeoutMilliseconds });
    this.now = now;
  }

  async fetchDaily(symbol: string, range: SessionRange, signal: AbortSignal): Promise<EquityHistory> {
    requireTicker(symbol);
    const reported: EquityHistory[] = [];
    for (const span of yearChunks(sessionSpan(range)))
      reported.push(await this.fetchSpan(symbol, span, signal));
    return completeHistory(range, {
      candles: reported.flatMap(({ candles }) => candles),
      splits: reported.flatMap(({ splits }) => splits),
      dividends: reported.flatMap(({ dividends }) => dividends),
    });
  }

  private async fetchSpan(
    symbol: string,
    { from, to }: SessionSpan,
    signal: AbortSignal,
  ): Promise<EquityHistory> {
    const parameters = {
      interval: '1d',
      // A day more on both sides: sessions begin on the evening before in UTC, or late on the day, by where they are.
      period1: String(from / 1000 - DAY_SECONDS),
      period2: String(to / 1000 + 2 * DAY_SECONDS),
      events: 'div,split',
    };
    const path = `/v8/finance/chart/${encodeURIComponent(symbol)}`;
    const { status, body } = await this.client.request(path, parameters, signal);
    const chart = chartOf(body);
    const reason = chart && reasonOf(chart.error);
    if (status === 200 && chart && reason === undefined) return readChart(chart, symbol, this.now());
    if (reason !== undefined && NO_SUCH_TIME.test(reason)) return NOTHING;
    const isRefused = status === 401 || status === 403;
    if (reason !== undefined && !isRefused) {
      throw this.client.failure('unsupported', `no ${symbol}: ${this.client.quote(reason)}`);
    }
    throw this.client.failure(
      isRefused ? 'unreachable' : 'malformed',
      `it answered ${status}: ${this.client.quote(body)}`,
    );
  }
}

function chartOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  const chart = typeof body === 'object' && body !== null && 'chart' in body ? body.chart : undefined;
  return typeof chart === 'object' && chart !== null
    ? (chart as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Why Yahoo has no chart, in its own words. */
function reasonOf(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined;
  const { code, description } = recordAt(error, 'yahoo: chart.error');
  return typeof description === 'string' ? description : String(code);
}
