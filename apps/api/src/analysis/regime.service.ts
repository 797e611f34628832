import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { basisParameters, candleBasis, isOutOfDate } from '#domain/market-data/candle-basis';
import { CandleColumnsLoader } from '#domain/market-data/candle-columns.loader';
import { type IntervalSeries, needOfStored } from '#domain/market-data/interval-candles';
import { UnconfirmedCandles } from '#domain/market-data/unconfirmed-candles';
import { bytesOfDoubles } from '#domain/records/doubles';
import { SeriesRepository } from '#domain/market-data/series.repository';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import { REGIMES } from '#engine/regime/label-states';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { ApiError, unprocessable } from '../http/api-error';
import { type ComputeRegimeDto, type RegimeQuery, toRegime } from './regime.dto';
import { toRegimeDetails } from './regime-details.dto';
import { RegimeThreads } from './regime-threads';

const DAY_MILLISECONDS = 86_400_000;
const MOST_CANDLES = 200_000;
const LOADING_MILLISECONDS = 20_000;

@Injectable()
export class RegimeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly series: SeriesRepository,
    private readonly loader: CandleColumnsLoader,
    private readonly unconfirmed: UnconfirmedCandles,
    private readonly threads: RegimeThreads,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async compute({ lookback_days, ...request }: ComputeRegimeDto) {
    const name = this.nameOf(request);
    const { newest, ...loaded } = await this.load(name, lookback_days);
    const result = await this.threads.detect({ ...loaded, lookbackDays: lookback_days });
    if ('reason' in result) {
      throw insufficient(
        `${result.observations} usable observations of ${name.symbol}, at least ${result.needed} are needed: ` +
          'request more lookback_days or a finer interval, or fill the gaps of the series',
      );
    }
    const stored: StoredRegime = {
      ...name,
      regime: result.regime,
      stateHistory: Array.from(result.history, (state) => REGIMES[state]),
      stateTimes: bytesOfDoubles(result.stateTimes),
      confidence: result.confidence,
      details: result.details,
      computedAt: new Date(),
      ...candleBasis(loaded.found, newest, { from: loaded.need.start.getTime(), last: result.lastBar }),
    };
    await this.dataSource.manager.upsert(StoredRegime, stored, ['exchange', 'symbol', 'interval']);
    return toRegime(stored);
  }

  async read(query: RegimeQuery) {
    return toRegime(await this.find(query));
  }

  async details(query: RegimeQuery) {
    const stored = await this.find(query);
    return toRegimeDetails(stored, await this.isStale(stored));
  }

  /** The window ends with the last closed candle that is stored, however old that is. */
  private async load(name: ReturnType<RegimeService['nameOf']>, lookbackDays: number) {
    const found = await this.series.findForInterval(name);
    const newest = found && (await this.loader.newestClosed(found.series));
    if (!found || !newest) {
      throw insufficient(
        `there are no closed ${name.interval} candles of ${name.symbol} on ${name.exchange}`,
      );
    }
    requireFewCandles(found, lookbackDays);
    const { id, interval } = found.series;
    const closed = newest.openTime.getTime() + intervalSeconds(interval) * 1000;
    const need = {
      start: new Date(closed - lookbackDays * DAY_MILLISECONDS),
      end: new Date(closed - intervalSeconds(name.interval) * 1000),
      warmupBars: 0,
    };
    const span = await this.loader.spanOf(id, needOfStored(found, need));
    const stored = await this.loader.load(span, AbortSignal.timeout(LOADING_MILLISECONDS));
    // Those after the last closed candle as well: the window would end with them.
    const warnings = await this.unconfirmed.warnings([found.series], { start: need.start });
    return { found, newest, stored, need, warnings };
  }

  /** Null where it is not known: it was computed before that was kept. One whose series is deleted is not returned. */
  private async isStale({
    exchange,
    symbol,
    interval,
    sourceSeriesId,
  }: StoredRegime): Promise<boolean | null> {
    if (sourceSeriesId === null) return null;
    const rows = await this.dataSource.query<{ stale: boolean }[]>(
      `select ${isOutOfDate('stored_regimes', 'source', 1)} as stale
       from stored_regimes join series source on source.id = source_series_id
       where stored_regimes.exchange = $4 and stored_regimes.symbol = $5 and stored_regimes.interval = $6`,
      [...basisParameters(), exchange, symbol, interval],
    );
    return rows.at(0)?.stale ?? true;
  }

  private async find(query: RegimeQuery): Promise<StoredRegime> {
    const name = this.nameOf(query);
    const stored = await this.dataSource.manager.findOneBy(StoredRegime, name);
    if (stored) return stored;
    throw new ApiError({
      status: 404,
      detail: `No regime is computed yet for ${name.symbol} on ${name.exchange}, ${name.interval}: POST to the same path computes it`,
    });
  }

  private nameOf({ exchange = this.environment.defaultExchange, symbol, interval }: RegimeQuery) {
    return { exchange, symbol, interval };
  }
}

function insufficient(detail: string): ApiError {
  return new ApiError({ status: 422, detail, code: 'INSUFFICIENT_DATA' });
}

/** Of those that are stored: they are what has to be read, whatever is aggregated from them. */
function requireFewCandles({ series, interval }: IntervalSeries, lookbackDays: number): void {
  const candlesOf = (each: Interval) => (lookbackDays * 86_400) / intervalSeconds(each);
  const candles = candlesOf(series.interval);
  if (candles <= MOST_CANDLES) return;
  const makes = `${candles} candles of ${lookbackDays} days, more than ${MOST_CANDLES}`;
  if (series.interval === interval) {
    const coarser = INTERVALS.find((each) => candlesOf(each) <= MOST_CANDLES) ?? '1d';
    throw unprocessable([
      { field: 'interval', message: `${interval} makes ${makes}: use ${coarser} or coarser` },
    ]);
  }
  const days = Math.floor((MOST_CANDLES * intervalSeconds(series.interval)) / 86_400);
  throw unprocessable([
    {
      field: 'lookback_days',
      message: `${series.interval}, the longest stored interval that divides ${interval}, makes ${makes}: use ${days} or fewer`,
    },
  ]);
}
