import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database';
import { runCli } from './run-cli';
import { type CliResult, type RunningCli, startCli } from './start-cli';

/** The daily S&P 500 of the vega-datasets package: 5,105 candles. */
export const SAMPLE_FILE = join(
  ...[__dirname, '..', '..', '..', '..', 'node_modules', 'vega-datasets', 'data', 'sp500-2000.csv'],
);
export const HEADER = 'open_time,open,high,low,close,volume';
const MINUTE_SECONDS = 60;

/** The lines of the first minutes of 1970, without the header. */
export function minutes(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${i * MINUTE_SECONDS},1.50,2.00,1.00,1.75,${i}.0`);
}

interface Counters {
  readonly count: number;
  readonly stored: number;
  readonly version: string;
  readonly revisions: number;
}

/** Imports files of candles into a database of its own, and reads what is stored there. */
export class CandleImports {
  private constructor(
    private readonly directory: string,
    private readonly database: TestDatabase,
    readonly client: Client,
  ) {}

  static async open(): Promise<CandleImports> {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return new CandleImports(mkdtempSync(join(tmpdir(), 'candelabra-import-')), database, client);
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  wordsFor(file: string, symbol: string, interval: string, ...further: string[]): string[] {
    return ['import', file, '--exchange', 'us', '--symbol', symbol, '--interval', interval, ...further];
  }

  run(file: string, symbol: string, interval: string, ...further: string[]): Promise<CliResult> {
    return runCli(this.wordsFor(file, symbol, interval, ...further), { DATABASE_URL: this.databaseUrl });
  }

  /** In a process of its own. */
  start(file: string, symbol: string, interval: string, ...further: string[]): RunningCli {
    return startCli(this.wordsFor(file, symbol, interval, ...further), { DATABASE_URL: this.databaseUrl });
  }

  /** Overwrites the file of before. */
  fileOf(lines: readonly string[]): string {
    const file = join(this.directory, 'candles.csv');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }

  async storedCsv(symbol: string): Promise<string[]> {
    const { rows } = await this.client.query<{ line: string }>(
      `select concat_ws(',', to_char(open_time at time zone 'UTC', 'YYYY-MM-DD'), open, high, low, close, volume) as line
       from candlesticks join series on series.id = series_id where symbol = $1 order by open_time`,
      [symbol],
    );
    return rows.map(({ line }) => line);
  }

  async counters(symbol: string): Promise<Counters> {
    const { rows } = await this.client.query<Counters>(
      `select candle_count::int as count, version,
              (select count(*)::int from candlesticks where series_id = series.id) as stored,
              (select count(*)::int from candlestick_revisions where series_id = series.id) as revisions
       from series where symbol = $1`,
      [symbol],
    );
    return rows[0];
  }

  /** Kinds and contents of what is recorded of a symbol, in their order. */
  async eventsOf(symbol: string): Promise<(readonly [string, Readonly<Record<string, unknown>>])[]> {
    const { rows } = await this.client.query<{ kind: string; content: Readonly<Record<string, unknown>>[] }>(
      'select kind, content from events where symbol = $1 order by id',
      [symbol],
    );
    return rows.flatMap(({ kind, content }) => content.map((item) => [kind, item] as const));
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.database.drop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
