import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { CandleColumnsLoader } from '#domain/market-data/candle-columns.loader';
import { SeriesRepository } from '#domain/market-data/series.repository';
import { INTERVALS, intervalSeconds } from '#engine/market/interval';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { ApiError, unprocessable } from '../http/api-error';
import { describeFit } from './regime-details';
import { type ComputeRegimeDto, type RegimeQuery, toRegime } from './regime.dto';
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
    private readonly threads: RegimeThreads,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async compute({ lookback_days, ...request }: ComputeRegimeDto) {
    const name = this.nameOf(request);
    const { candles, calendar } = await this.load(name, lookback_days);
    const result = await this.threads.detect({
      candles,
      calendar,
      intervalSeconds: intervalSeconds(name.interval),
    });
    if ('reason' in result) {
      throw insufficient(
        `${result.observations} usable observations of ${name.symbol}, at least ${result.needed} are needed: ` +
          'ask for more lookback_days or a finer interval, or fill the gaps of the series',
      );
    }
    const stored: StoredRegime = {
      ...name,
      regime: result.regime,
      stateHistory: [...result.history],
      confidence: result.confidence,
      details: describeFit(result, { bars: candles.length, lookbackDays: lookback_days }),
      computedAt: new Date(),
    };
    await this.dataSource.manager.upsert(StoredRegime, stored, ['exchange', 'symbol', 'interval']);
    return toRegime(stored);
  }

  async read(query: RegimeQuery) {
    return toRegime(await this.find(query));
  }

  async details(query: RegimeQuery) {
    const stored = await this.find(query);
    const { regime, confidence, computed_at, symbol, exchange, interval } = toRegime(stored);
    return { symbol, exchange, interval, regime, confidence, computed_at, ...stored.details };
  }

  /** The window ends at the last closed candle, however old that is. */
  private async load(name: ReturnType<RegimeService['nameOf']>, lookbackDays: number) {
    const series = await this.series.find(name);
    const last = series && (await this.loader.lastClosed(series.id));
    if (!series || !last) {
      throw insufficient(
        `there are no closed ${name.interval} candles of ${name.symbol} on ${name.exchange}`,
      );
    }
    const seconds = intervalSeconds(name.interval);
    const bars = (lookbackDays * 86_400) / seconds;
    if (bars > MOST_CANDLES) {
      const coarser = INTERVALS.find(
        (interval) => (lookbackDays * 86_400) / intervalSeconds(interval) <= MOST_CANDLES,
      );
      throw unprocessable([
        {
          field: 'interval',
          message: `${name.interval} makes ${bars} candles of ${lookbackDays} days, more than ${MOST_CANDLES}: use ${coarser ?? '1d'} or coarser`,
        },
      ]);
    }
    const from = new Date(last.getTime() - lookbackDays * DAY_MILLISECONDS + seconds * 1000);
    const candles = await this.loader.load(
      { seriesId: series.id, from, to: last },
      AbortSignal.timeout(LOADING_MILLISECONDS),
    );
    return { candles, calendar: series.calendar };
  }

  private async find(query: RegimeQuery): Promise<StoredRegime> {
    const name = this.nameOf(query);
    const stored = await this.dataSource.manager.findOneBy(StoredRegime, name);
    if (stored) return stored;
    throw new ApiError({
      status: 404,
      detail: `No regime is computed yet for ${name.symbol} on ${name.exchange}, ${name.interval}: POST the same place computes it`,
    });
  }

  private nameOf({ exchange = this.environment.defaultExchange, symbol, interval }: RegimeQuery) {
    return { exchange, symbol, interval };
  }
}

function insufficient(detail: string): ApiError {
  return new ApiError({ status: 422, detail, code: 'INSUFFICIENT_DATA' });
}
