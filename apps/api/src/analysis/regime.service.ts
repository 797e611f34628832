import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { storeRegime } from '#domain/analysis/store-regime';
import { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { basisParameters, candleBasis, isOutOfDate } from '#domain/market-data/reading/candle-basis';
import { bytesOfDoubles } from '#domain/records/doubles';
import { REGIMES } from '#engine/regime/label-states';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { ApiError } from '../http/api-error';
import { insufficientData, RegimeCandles } from './regime-candles';
import { type ComputeRegimeDto, type RegimeQuery, toRegime } from './regime.dto';
import { toRegimeDetails } from './regime-details.dto';
import { RegimeThreads } from './regime-threads';

@Injectable()
export class RegimeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly candles: RegimeCandles,
    private readonly threads: RegimeThreads,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async compute({ lookback_days, ...request }: ComputeRegimeDto) {
    const name = this.nameOf(request);
    const { newest, ...loaded } = await this.candles.load(name, lookback_days);
    const result = await this.threads.detect({ ...loaded, lookbackDays: lookback_days });
    if ('reason' in result) {
      throw insufficientData(
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
    await this.dataSource.transaction((manager) => storeRegime(manager, stored));
    return toRegime(stored);
  }

  async read(query: RegimeQuery) {
    return toRegime(await this.find(query));
  }

  async details(query: RegimeQuery) {
    const stored = await this.find(query);
    return toRegimeDetails(stored, await this.isStale(stored));
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
