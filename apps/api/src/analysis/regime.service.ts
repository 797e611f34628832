import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findShownRegime, type SpelledRegime, storeRegime } from '#domain/analysis/store-regime';
import { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { basisParameters, candleBasis, isOutOfDate } from '#domain/market-data/reading/candle-basis';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { bytesOfDoubles } from '#domain/records/doubles';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { ApiError } from '../http/api-error';
import { insufficientData, RegimeCandles } from './regime-candles';
import { type ComputeRegimeDto, type RegimeQuery, regimeText } from './regime.dto';
import { regimeDetailsText } from './regime-details.dto';
import { RegimeThreads } from './regime-threads';

@Injectable()
export class RegimeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly candles: RegimeCandles,
    private readonly threads: RegimeThreads,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Text of its JSON. */
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
    const computed: SpelledRegime = {
      ...name,
      regime: result.regime,
      stateHistory: Buffer.from(result.history.buffer).toString('latin1'),
      stateTimes: bytesOfDoubles(result.stateTimes),
      confidence: result.confidence,
      details: result.details,
      computedAt: new Date(),
      ...candleBasis(loaded.found, newest, { from: loaded.need.start.getTime(), last: result.lastBar }),
    };
    await this.dataSource.transaction((manager) => storeRegime(manager, computed));
    return regimeText(computed);
  }

  /** Text of its JSON. */
  async read(query: RegimeQuery) {
    const name = this.nameOf(query);
    return regimeText(found(await findShownRegime(this.dataSource.manager, name), name));
  }

  /** Text of its JSON. */
  async details(query: RegimeQuery) {
    const name = this.nameOf(query);
    const stored = found(await this.dataSource.manager.findOneBy(StoredRegime, name), name);
    return regimeDetailsText(stored, await this.isStale(stored));
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

  private nameOf({ exchange = this.environment.defaultExchange, symbol, interval }: RegimeQuery) {
    return { exchange, symbol, interval };
  }
}

function found<Stored>(
  stored: Stored | null | undefined,
  { exchange, symbol, interval }: SeriesName,
): Stored {
  if (stored) return stored;
  throw new ApiError({
    status: 404,
    detail: `No regime is computed yet for ${symbol} on ${exchange}, ${interval}: POST to the same path computes it`,
  });
}
