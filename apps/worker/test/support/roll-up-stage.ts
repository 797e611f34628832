import pino from 'pino';
import { Counter, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#domain/database/data-source-options';
import { poolOf } from '#domain/postgres/pool';
import { SeriesGaps } from '#domain/gaps/series-gaps';
import { SILENT_ANNOUNCER } from '#domain/market-data/ingest/candle-announcer';
import type { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import { OpenTimesLoader } from '#domain/market-data/reading/open-times.loader';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import { RollUpProblems } from '#domain/roll-ups/roll-up-problems';
import { RollUps } from '#domain/roll-ups/roll-ups';
import { readEnvironment } from '#platform/config/environment';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database';
import { CandleRollUp } from '../../src/roll-up/candle-roll-up';
import { RollUpOutcomes } from '../../src/roll-up/roll-up-outcomes';
import { RolledSources } from '../../src/roll-up/rolled-sources';
import { RolledWindow } from '../../src/roll-up/rolled-window';

const MINUTE_MILLISECONDS = 60_000;
const START = Date.parse('2024-03-01T00:00:00Z');
export const INTERVAL_MINUTES = [
  ['3m', 3],
  ['5m', 5],
  ['15m', 15],
  ['30m', 30],
  ['1h', 60],
  ['2h', 120],
  ['4h', 240],
  ['6h', 360],
  ['12h', 720],
  ['1d', 1_440],
] as const;

export const timeOf = (minute: number) => new Date(START + minute * MINUTE_MILLISECONDS);
export const minuteCandle = (minute: number, fields: Partial<CandleToWrite> = {}): CandleToWrite => {
  const close = `${100 + ((minute * 7) % 50)}.5`;
  return {
    openTime: timeOf(minute),
    open: '120',
    high: '160',
    low: '90',
    close,
    volume: `${(minute % 97) + 1}`,
    ...fields,
  };
};
export const minutesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => first + n);

type LogLine = Readonly<Record<string, unknown>>;

/** The roll-up of a worker, made pass by pass on a database of its own. */
export class RollUpStage {
  readonly registry = new Registry();
  readonly log: LogLine[] = [];
  readonly ingest: CandleIngest;
  private readonly logger = pino(
    { base: null },
    { write: (line: string) => this.log.push(JSON.parse(line) as LogLine) },
  );

  private constructor(
    private readonly database: TestDatabase,
    readonly dataSource: DataSource,
  ) {
    this.ingest = openCandleIngest(dataSource, SILENT_ANNOUNCER);
  }

  static async open(): Promise<RollUpStage> {
    const database = await createTestDatabase();
    const dataSource = new DataSource(dataSourceOptions({ databaseUrl: database.url, databasePoolSize: 4 }));
    return new RollUpStage(database, await dataSource.initialize());
  }

  /** What one worker does; another one shares the database and nothing else. `window`: in place of the real one. */
  worker(variables: Readonly<Record<string, string>>, window?: Pick<RolledWindow, 'roll'>): CandleRollUp {
    const environment = readEnvironment(variables);
    const series = new SeriesRepository(this.dataSource);
    const rollUps = new RollUps(this.dataSource, series);
    const outcomes = this.outcomes();
    const gaps = new SeriesGaps(this.dataSource, new OpenTimesLoader(this.dataSource));
    const ingest = openCandleIngest(this.dataSource, SILENT_ANNOUNCER, {
      series,
      retentionDays: environment.retentionDays,
    });
    const real = new RolledWindow(rollUps, gaps, ingest, outcomes, environment);
    const unconfirmed = new UnconfirmedCandles(this.dataSource);
    const sources = new RolledSources(series, unconfirmed, environment, this.logger);
    const rolledWindow = (window as RolledWindow | undefined) ?? real;
    return new CandleRollUp(this.dataSource, rollUps, rolledWindow, outcomes, sources);
  }

  async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await poolOf(this.dataSource).query<Row>(text, values)).rows;
  }

  /** Stores 1m candles of the exchange `test`. */
  async store(symbol: string, candles: readonly CandleToWrite[]): Promise<void> {
    const name = { exchange: 'test', symbol, interval: '1m' } as const;
    const { refused } = await this.ingest.ingest(name, candles, { allowOutliers: true });
    if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
  }

  candlesOf(symbol: string, interval: string): Promise<object[]> {
    return this.query(
      `select (extract(epoch from open_time - $3::timestamptz) / 60)::integer as minute, open, high, low, close, volume
       from candlesticks join series on series.id = series_id
       where symbol = $1 and interval = $2 order by open_time`,
      [symbol, interval, timeOf(0)],
    );
  }

  /** The database's own arithmetic over all minutes of a table, in buckets that have them all. */
  expectedOf(table: string, symbol: string, minutes: number): Promise<object[]> {
    return this.query(
      `select (extract(epoch from bucket - $3::timestamptz) / 60)::integer as minute,
              (array_agg(open order by open_time))[1] as open, max(high) as high, min(low) as low,
              (array_agg(close order by open_time desc))[1] as close, sum(volume) as volume
       from (
         select *, date_bin(make_interval(mins => $2), open_time, '1970-01-01T00:00:00Z') as bucket
         from ${table} where series_id = (select id from series where symbol = $1 and interval = '1m')
       ) candle
       group by bucket having count(*) = $2 order by bucket`,
      [symbol, minutes, timeOf(0)],
    );
  }

  skipsOf(symbol: string): Promise<{ interval: string; minute: number; cause: string; reason: string }[]> {
    return this.query(
      `select roll_up_skips.interval, (extract(epoch from open_time - $2::timestamptz) / 60)::integer as minute, cause, reason
       from roll_up_skips join series on series.id = source_series_id
       where symbol = $1 order by roll_up_skips.interval::text, open_time`,
      [symbol, timeOf(0)],
    );
  }

  /** Lines of level warn. */
  warnings(): LogLine[] {
    return this.log.filter(({ level }) => level === 40);
  }

  /** A sample by its name with labels as it is printed; 0 when it is not there. */
  async metric(sample: string): Promise<number> {
    const lines = (await this.registry.metrics()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length + 1) ?? 0);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }

  private outcomes(): RollUpOutcomes {
    const registers = [this.registry];
    this.registry.clear();
    const labelNames = ['exchange', 'symbol', 'interval'];
    return new RollUpOutcomes(
      new RollUpProblems(this.dataSource),
      new Counter({ name: 'failures', help: 'failures', labelNames, registers }),
      new Gauge({ name: 'failing', help: 'failing', registers }),
      new Counter({ name: 'skipped', help: 'skipped', labelNames: [...labelNames, 'cause'], registers }),
      this.logger,
    );
  }
}
