import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { CandleLoads } from '#domain/events/candle-loads';
import { poolOf } from '#domain/postgres/pool';
import { SILENT_ANNOUNCER } from '#domain/market-data/ingest/candle-announcer';
import type { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { openCandleIngest } from '#domain/market-data/ingest/open-candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { SeriesCalendars, type SymbolName } from '#domain/market-data/series/series-calendars';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { Calendar } from '#engine/calendar/calendar';
import { validateOpenTime } from '#engine/market/validate-candle';
import type { Environment } from '#platform/config/environment';
import { findMissingSpans, findQuarantined, type OpenTimeSpan } from '../backfill/missing-spans';
import { withDatabase } from '../csv-import/with-database';
import { databaseUrl } from '../database-url';

/**
 * The digest of what is stored between two times, both inclusive. A candle that was open when it was written makes it
 * null: it may have to be marked as closed. The limit keeps a file in no order from reading the whole series each time.
 */
const DIGEST = `
  select case when bool_and(is_closed is true) then encode(sha256(convert_to(string_agg(content, E'\\n' order by open_time), 'UTF8')), 'hex') end
    as digest
  from (
    select open_time, is_closed,
           concat_ws(',', extract(epoch from open_time)::bigint, open, high, low, close, volume) as content
    from candlesticks
    where series_id = (select id from series where exchange = $1 and symbol = $2 and interval = $3)
      and open_time between $4 and $5
    order by open_time limit $6
  ) candle`;

export interface StoredCandles {
  readonly ingest: CandleIngest['ingest'];
  /** Reports what the commits of a load changed. */
  readonly finishLoad: CandleLoads['finish'];
  readonly ingestFromSource: CandleIngest['ingestFromSource'];
  /** The calendar that a symbol trades by, also when nothing of it is stored yet. */
  readonly calendarOf: (name: SymbolName) => Promise<Calendar>;
  /** What is not stored as closed in a range of open times on the grid. */
  readonly missingSpans: (series: SeriesName, range: OpenTimeSpan) => Promise<OpenTimeSpan[]>;
  /** Open times of the candles of missing spans that are in quarantine. */
  readonly quarantinedIn: (series: SeriesName, missing: readonly OpenTimeSpan[]) => Promise<number[]>;
  /** Whether exactly these candles are stored between the first and the last of them, equal in every digit. */
  readonly holdExactly: (series: SeriesName, candles: readonly CandleToWrite[]) => Promise<boolean>;
}

export function withStoredCandles<T>(
  environment: Environment,
  work: (stored: StoredCandles) => Promise<T>,
): Promise<T> {
  return withDatabase(databaseUrl(environment), (dataSource) => {
    const candleIngest = openCandleIngest(dataSource, SILENT_ANNOUNCER, {
      retentionDays: environment.retentionDays,
    });
    const calendars = new SeriesCalendars(dataSource);
    return work({
      ingest: candleIngest.ingest.bind(candleIngest),
      finishLoad: (loadId) => new CandleLoads(dataSource).finish(loadId),
      ingestFromSource: candleIngest.ingestFromSource.bind(candleIngest),
      calendarOf: async (name) => (await calendars.of([name]))(name),
      missingSpans: (series, range) => findMissingSpans(dataSource, series, range),
      quarantinedIn: (series, missing) => findQuarantined(dataSource, series, missing),
      holdExactly: (series, candles) => holdExactly(dataSource, series, candles),
    });
  });
}

async function holdExactly(
  dataSource: DataSource,
  { exchange, symbol, interval }: SeriesName,
  candles: readonly CandleToWrite[],
): Promise<boolean> {
  if (candles.length === 0) return true;
  const now = Date.now();
  if (candles.some(({ openTime }) => validateOpenTime(openTime.getTime(), now).length > 0)) return false;
  const ascending = [...candles].sort((a, b) => a.openTime.getTime() - b.openTime.getTime());
  const [first, last] = [ascending[0].openTime, ascending[ascending.length - 1].openTime];
  const { rows } = await poolOf(dataSource).query<{ digest: string | null }>({
    name: 'candles-digest',
    text: DIGEST,
    values: [exchange, symbol, interval, first, last, candles.length + 1],
  });
  return rows[0].digest === digestOf(ascending);
}

function digestOf(candles: readonly CandleToWrite[]): string {
  const lines = candles.map(({ openTime, open, high, low, close, volume }) =>
    [openTime.getTime() / 1000, open, high, low, close, volume].join(','),
  );
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
