import type { QueryResultRow } from 'pg';
import type { JobStage } from './job-stage';
import { readSample, SPX } from './sample-candles';
import { truncatePatiently } from './truncate-patiently';

/** Of the sample's candles, whatever their series' version. */
const DIGEST = `select md5(string_agg(candlesticks::text, ',' order by open_time)) as digest
  from candlesticks join series on series.id = series_id
  where (exchange, symbol, interval) = ('${SPX.exchange}', '${SPX.symbol}', '${SPX.interval}')`;

interface Digest extends QueryResultRow {
  readonly digest: string;
}

/** Returns the database of a stage to what it held when the stage was opened; ids go on where they were. */
export class StageReset {
  private constructor(
    private readonly stage: JobStage,
    private readonly emptyTables: readonly string[],
    private readonly digest: string,
  ) {}

  /** Before anything has been stored but the sample. */
  static async prepare(stage: JobStage): Promise<StageReset> {
    const tables = await stage.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const counts = tables.map(
      ({ name }) => `select '${name}' as name where not exists (select from ${name})`,
    );
    const empty = await stage.query<{ name: string }>(counts.join(' union all '));
    const [{ digest }] = await stage.query<Digest>(DIGEST);
    return new StageReset(
      stage,
      empty.map(({ name }) => name),
      digest,
    );
  }

  async run(): Promise<void> {
    await truncatePatiently(this.stage, this.emptyTables.join(', '));
    // What is stored of a series goes with it.
    await this.stage.query('delete from series where (exchange, symbol, interval) <> ($1, $2, $3)', [
      SPX.exchange,
      SPX.symbol,
      SPX.interval,
    ]);
    await this.stage.query('delete from equity_symbols where symbol <> $1', [SPX.symbol]);
    const [{ digest }] = await this.stage.query<Digest>(DIGEST);
    if (digest !== this.digest) await this.stage.store(SPX, readSample());
  }
}
