import { eventually } from '../../../apps/worker/test/support/within';
import { AUTHORIZATION } from './authorization';
import type { DurablePostgres } from './durable-postgres';

export const START = Date.parse('2024-01-01T00:00:00Z');
export const MINUTE_MILLISECONDS = 60_000;
export const WRITTEN_EXCHANGE = 'faults';

interface Write {
  readonly openTime: number;
  readonly close: string;
}

/** So high that closes are no outliers of each other, however many rounds an outage takes. */
const FIRST_CLOSE = 1_000_000;

/** What a writer sends in a round. */
function writeOf(round: number): Write {
  const isCorrection = round % 5 === 4;
  const openTime = START + (isCorrection ? round - 3 : round) * MINUTE_MILLISECONDS;
  return { openTime, close: `${FIRST_CLOSE + round}.50` };
}

/** What a writer's series holds after so many rounds: closes by open time in milliseconds. */
export function closesAfter(rounds: number): Map<number, string> {
  const writes = Array.from({ length: rounds }, (_, round) => writeOf(round));
  return new Map(writes.map(({ openTime, close }) => [openTime, close]));
}

/** After how many rounds this is the highest close of a writer's series. */
export function roundsUpTo(close: string): number {
  return Math.floor(Number(close)) - FIRST_CLOSE + 1;
}

interface Attempt {
  readonly close: string;
  readonly wasAnswered: boolean;
}

/**
 * Clients that post candles one after the other, new ones and now and then a correction of an old one, and remember what
 * they were answered: 201 is a promise.
 */
export class CandleWriters {
  /** How often each status was answered; `no answer` where the connection broke. */
  readonly answers = new Map<number | 'no answer', number>();
  /** The longest time without any 201, in milliseconds. */
  longestPause = 0;
  /** How long each 201 took, in milliseconds. */
  readonly durations: number[] = [];
  private readonly attempts = new Map<string, Attempt[]>();
  private readonly writing: Promise<unknown>;
  private lastSuccess = performance.now();
  private isStopping = false;

  /** `urls`: where a writer goes next when an API does not answer it any more. */
  constructor(
    private readonly urls: readonly string[],
    count: number,
  ) {
    this.writing = Promise.all(Array.from({ length: count }, (_, writer) => this.write(writer)));
  }

  get stored(): number {
    return this.answers.get(201) ?? 0;
  }

  /** Resolves when so many further writes were answered 201. */
  async more(count: number): Promise<void> {
    const wanted = this.stored + count;
    await eventually(
      'candles are written',
      () => Promise.resolve(this.stored),
      (stored) => stored >= wanted,
      { seconds: 60 },
    );
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.writing;
  }

  /**
   * What is wrong with what is stored: promises that were broken, and candles that nobody sent to their series. Of several
   * databases that replaced one another each may have taken a candle; the last promise is kept by one of them.
   */
  async findLosses(...databases: readonly Pick<DurablePostgres, 'query'>[]): Promise<string[]> {
    const stored = new Map<string, string[]>();
    const losses: string[] = [];
    for (const database of databases) {
      const rows = await database.query<{ key: string; close: string; sentTo: string }>(
        `select coalesce(series.symbol, 'no series') || ' ' || extract(epoch from candle.open_time)::bigint as key,
                candle.close::text as close, 'W' || candle.volume as "sentTo"
         from candlesticks candle left join series on series.id = candle.series_id
         where series.exchange is null or series.exchange = $1`,
        [WRITTEN_EXCHANGE],
      );
      for (const { key, close, sentTo } of rows) {
        stored.set(key, [...(stored.get(key) ?? []), close]);
        if (!key.startsWith(`${sentTo} `)) losses.push(`${key}: ${close} was sent to ${sentTo}`);
      }
    }
    for (const [key, attempts] of this.attempts) {
      const closes = stored.get(key) ?? [];
      const promised = attempts.findLastIndex(({ wasAnswered }) => wasAnswered);
      // What got no answer may have been stored or not.
      const allowed = attempts.slice(Math.max(promised, 0)).map((attempt) => attempt.close);
      if (closes.length === 0 ? promised >= 0 : !closes.some((close) => allowed.includes(close))) {
        losses.push(
          `${key}: ${closes.join(' and ') || 'nothing'} is stored, ${allowed.join(' or ')} was sent`,
        );
      }
      stored.delete(key);
    }
    return [...losses, ...[...stored.keys()].map((key) => `${key}: nobody sent it`)];
  }

  private async write(writer: number): Promise<void> {
    const symbol = `W${writer}`;
    for (let round = 0; !this.isStopping; round++) {
      const { openTime, close } = writeOf(round);
      await this.post(writer, symbol, openTime, close);
    }
  }

  private async post(writer: number, symbol: string, openTime: number, close: string): Promise<void> {
    const url = this.urls[writer % this.urls.length];
    // The volume says to which series it was sent.
    const candle = { open: close, high: close, low: close, close, volume: String(writer) };
    const sentAt = performance.now();
    const status = await this.send(url, symbol, openTime, candle);
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    const key = `${symbol} ${openTime / 1000}`;
    const attempts = this.attempts.get(key) ?? [];
    this.attempts.set(key, [...attempts, { close, wasAnswered: status === 201 }]);
    if (status !== 201) return;
    const now = performance.now();
    this.durations.push(now - sentAt);
    this.longestPause = Math.max(this.longestPause, now - this.lastSuccess);
    this.lastSuccess = now;
  }

  private async send(
    url: string,
    symbol: string,
    openTime: number,
    candle: object,
  ): Promise<number | 'no answer'> {
    try {
      const response = await fetch(`${url}/api/v1/market-data/candlesticks`, {
        method: 'POST',
        headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify({
          exchange: WRITTEN_EXCHANGE,
          symbol,
          interval: '1m',
          open_time: new Date(openTime).toISOString(),
          ...candle,
        }),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 'no answer';
    }
  }
}
