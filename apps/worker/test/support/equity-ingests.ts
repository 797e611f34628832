import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { JobStage } from './job-stage';

interface Outcome {
  readonly symbol: string;
  readonly status: string;
  readonly inserted: number;
  readonly refused: number;
  readonly missing: number;
  readonly before_listing: number;
  readonly detail: string | null;
  readonly error: string | null;
}

export interface Ingest {
  readonly status: string;
  readonly detail: string | null;
  readonly error: string | null;
  readonly symbols: readonly Outcome[];
}

interface TrackedSymbol {
  readonly symbol: string;
  readonly stored: number;
  readonly missing: number;
  readonly error: string | null;
}

/** Requests equity ingests as any client does. */
export class EquityIngests {
  constructor(private readonly stage: JobStage) {}

  async request(symbols: readonly string[], range: object): Promise<number> {
    const { status, text } = await this.stage.api.equities('POST', '/ingest', { symbols, ...range });
    if (status !== 202) throw new Error(`the request answered ${status}: ${text}`);
    return (JSON.parse(text) as { job_id: number }).job_id;
  }

  async read(id: number): Promise<Ingest> {
    return this.get(`/ingest/${id}`) as Promise<Ingest>;
  }

  async finished(id: number, seconds = 40): Promise<Ingest> {
    await this.stage.untilFinished('equity-backfill', id, seconds);
    return this.read(id);
  }

  async ingest(symbols: readonly string[], range: object): Promise<Ingest> {
    return this.finished(await this.request(symbols, range));
  }

  async status() {
    return (await this.get('/status')) as { status: string; symbols: readonly TrackedSymbol[] };
  }

  async tracked(symbol: string): Promise<TrackedSymbol | undefined> {
    return (await this.status()).symbols.find((row) => row.symbol === symbol);
  }

  async actions(symbol: string) {
    const answer = await this.get(`/symbols/${encodeURIComponent(symbol)}/actions`);
    return answer as Record<
      'splits' | 'dividends' | 'implied' | 'factors',
      readonly Record<string, string>[]
    >;
  }

  /** Its daily candles, ascending. */
  stored(symbol: string): Promise<CandleToWrite[]> {
    return this.stage.query(
      `select open_time as "openTime", open::text, high::text, low::text, close::text, volume::text
       from candlesticks join series on series.id = series_id
       where exchange = 'us' and symbol = $1 and interval = '1d' order by open_time`,
      [symbol],
    );
  }

  /** What its daily candles were before they were corrected. */
  revisions(symbol: string): Promise<CandleToWrite[]> {
    return this.stage.query(
      `select open_time as "openTime", revision.open::text, revision.high::text, revision.low::text,
              revision.close::text, revision.volume::text
       from candlestick_revisions revision join series on series.id = series_id
       where symbol = $1 order by open_time, revision.id`,
      [symbol],
    );
  }

  private async get(path: string): Promise<unknown> {
    const { status, text } = await this.stage.api.equities('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as unknown;
  }
}
