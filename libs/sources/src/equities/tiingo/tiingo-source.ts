import { formatDate, parseDate } from '#engine/market/parse-time';
import { decimalOf } from '../../decimal-of';
import { type SourceFailure } from '../../source-failure';
import { completeHistory, sessionSpan } from '../complete-history';
import { DailyTimes } from '../daily-times';
import type { EquityHistory, EquitySource, SessionRange } from '../equity-source';
import { dateAt, positiveDecimalAt, recordAt } from '../json-value';
import { type ProviderAnswer, ProviderClient } from '../provider-client';
import { sessionIsOver } from '../session-is-over';
import { splitAdjustment } from '../split-adjustment';
import { requireTicker } from '../ticker';
import { yearChunks } from '../year-chunks';
import { splitRatio } from './split-ratio';

const ENDPOINT = 'https://api.tiingo.com';
/** Of requests an hour or a day, or of symbols a month; also reported with status 200. */
const ALLOCATION = /\ballocation\b|symbol look-?up/i;

export interface TiingoOptions {
  readonly token: string;
  readonly endpoint?: string;
  readonly timeoutMilliseconds?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
}

/** A session as it was traded, and what happened before it opened. */
interface TradedDay {
  readonly date: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  /** Shares for each of the day before, 1 on most days. */
  readonly splitFactor: string;
  readonly dividend: string;
}

/**
 * Tiingo's end-of-day prices, with a token. They come as they were traded and are adjusted for splits here: Tiingo's own
 * adjusted columns contain the dividends as well. Symbols are Tiingo's: BRK-B.
 */
export class TiingoSource implements EquitySource {
  readonly provider = 'tiingo';
  private readonly client: ProviderClient;
  private readonly now: () => number;

  constructor({ token, endpoint = ENDPOINT, timeoutMilliseconds, now = Date.now }: TiingoOptions) {
    this.client = new ProviderClient({
      provider: 'tiingo',
      endpoint,
      headers: { authorization: `Token ${token}` },
      secrets: [token],
      timeoutMilliseconds,
    });
    this.now = now;
  }

  async fetchDaily(symbol: string, range: SessionRange, signal: AbortSignal): Promise<EquityHistory> {
    requireTicker(symbol);
    const now = this.now();
    const { from, to } = sessionSpan(range);
    // Up to today, whatever the range: later splits change the prices before them.
    const today = Math.max(to, parseDate(formatDate(now))!);
    // Each once: a split that is reported twice happened once.
    const days = new Map<string, TradedDay>();
    const times = new DailyTimes(this.provider);
    for (const span of yearChunks({ from, to: today })) {
      const parameters = { startDate: formatDate(span.from), endDate: formatDate(span.to), format: 'json' };
      const path = `/tiingo/daily/${encodeURIComponent(symbol)}/prices`;
      const answer = await this.client.request(path, parameters, signal);
      if (answer.status !== 200 || !Array.isArray(answer.body)) throw this.refusal(symbol, answer);
      for (const day of answer.body.map((day) => readDay(day, times))) days.set(day.date, day);
    }
    return completeHistory(range, adjusted([...days.values()], now));
  }

  private refusal(symbol: string, { status, body }: ProviderAnswer): SourceFailure {
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : body;
    const text = this.client.quote(detail);
    if (ALLOCATION.test(text)) return this.client.failure('rate limited', text);
    if (status === 404) return this.client.failure('unsupported', `no ${symbol}: ${text}`);
    const keys = status === 401 || status === 403 ? 'the token is refused: ' : '';
    const kind = status === 200 ? 'malformed' : 'unsupported';
    return this.client.failure(kind, `${keys}it answered ${status}: ${text}`);
  }
}

function readDay(value: unknown, times: DailyTimes): TradedDay {
  const day = recordAt(value, 'tiingo: day');
  const date = dateAt(day.date, 'tiingo: day.date');
  times.check(parseDate(date)!, String(day.date));
  return {
    date,
    open: decimalOf(day.open),
    high: decimalOf(day.high),
    low: decimalOf(day.low),
    close: decimalOf(day.close),
    volume: decimalOf(day.volume),
    dividend: decimalOf(day.divCash ?? 0),
    splitFactor: positiveDecimalAt(day.splitFactor ?? 1, `tiingo: splitFactor of ${date}`),
  };
}

function adjusted(days: readonly TradedDay[], now: number): EquityHistory {
  const splits = days
    .filter(({ splitFactor }) => Number(splitFactor) !== 1)
    .map(({ date, splitFactor }) => ({ exDate: date, ...splitRatio(splitFactor) }));
  const { perShare, shares } = splitAdjustment(splits);
  return {
    candles: days
      .map(({ date, open, high, low, close, volume }) => ({
        openTime: parseDate(date)!,
        open: perShare(open, date),
        high: perShare(high, date),
        low: perShare(low, date),
        close: perShare(close, date),
        volume: shares(volume, date),
      }))
      .filter(({ openTime }) => sessionIsOver(openTime, now)),
    splits,
    dividends: days
      .filter(({ dividend }) => Number(dividend) > 0)
      .map(({ date, dividend }) => ({ exDate: date, amount: perShare(dividend, date) })),
  };
}
