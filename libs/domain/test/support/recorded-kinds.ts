import { type SpelledRegime, storeRegime } from '#domain/analysis/store-regime';
import type { StoredRegime } from '#domain/analysis/stored-regime.entity';
import { EventNumbers } from '#domain/events/event-numbers';
import { EventReader } from '#domain/events/event-reader';
import type { RecordedEvent } from '#domain/events/events';
import { recordFinishedRun } from '#domain/events/finished-runs';
import { FundingRates } from '#domain/funding/funding-rates';
import { CandleQuarantine } from '#domain/market-data/quarantine/candle-quarantine';
import { flatCandle, minuteAfterStart } from './candles';
import { expectDeclaredEvents } from './expect-declared-events';
import { GapStorage } from './gap-storage';

export const RUN = { strategy_name: 'sma_cross', exchange: 'us', symbol: 'SPX', interval: '1d' };
export const DAYS = { start_date: '2018-01-01', end_date: '2020-04-17' };

/** What is recorded as events of all kinds but those of candles, and what makes them. */
export class RecordedKinds {
  readonly storage: GapStorage['storage'];

  private constructor(readonly gaps: GapStorage) {
    this.storage = gaps.storage;
  }

  static async open(): Promise<RecordedKinds> {
    return new RecordedKinds(await GapStorage.open());
  }

  close(): Promise<void> {
    return this.gaps.close();
  }

  /** All but those of candles. */
  async recorded(): Promise<[RecordedEvent['kind'], RecordedEvent['data']][]> {
    await new EventNumbers(this.storage.dataSource).assign();
    const { rows } = await new EventReader(this.storage.dataSource).after(0);
    const events = rows.flatMap((row) => row.events).filter(({ data }) => !('candles' in data));
    expectDeclaredEvents(events);
    return events.map(({ kind, data }) => [kind, data]);
  }

  /** The record of a job that has just finished, and the report of that; answers the id of the record. */
  finish(job: string, table: string, row: Readonly<Record<string, unknown>>, run = 3): Promise<number> {
    return this.storage.dataSource.transaction(async (manager) => {
      const columns = Object.keys(row);
      const [{ id }] = await manager.query<[{ id: number }]>(
        `insert into ${table} (${columns.join(', ')}, finished_at)
         values (${columns.map((_, index) => `$${index + 1}`).join(', ')}, now()) returning id`,
        Object.values(row),
      );
      await recordFinishedRun(manager, { job, subject: String(id), run });
      return id;
    });
  }

  quarantine(): Promise<void> {
    return new CandleQuarantine(this.storage.dataSource).keep(
      [flatCandle(minuteAfterStart(0), '-1'), flatCandle(minuteAfterStart(1), '9.90')].map((candle) => {
        return { name: { exchange: 'test', symbol: 'Q', interval: '1m' }, candle, reason: 'outlier' };
      }),
      'feed',
    );
  }

  settle(): Promise<unknown> {
    return new FundingRates(this.storage.dataSource).upsert({ exchange: 'test', symbol: 'Z/USDT:USDT' }, [
      { fundingTime: minuteAfterStart(0), fundingRate: '0.0001', markPrice: null },
    ]);
  }

  storeRegime(computed: SpelledRegime): Promise<void> {
    return this.storage.dataSource.transaction((manager) => storeRegime(manager, computed));
  }
}

export const featureSet = () => {
  const asOf = minuteAfterStart(60);
  return {
    ...{ exchange: 'test', symbol: 'F', interval: '1m' },
    ...{ asOf, featureVersion: 2, features: { rsi: 50 }, warmupBars: 1, warmupNeeded: 1 },
    ...{ sourceSeriesId: 1, sourceVersion: 7, windowStart: null, windowEnd: asOf, nextOpenTime: asOf },
    ...{ newestOpenTime: asOf, newestCandle: '1', calendar: null },
  };
};

export const regimeOf = (symbol: string, regime: StoredRegime['regime'], minute = 0): SpelledRegime => {
  const none = {
    calendar: null,
    windowStart: null,
    windowEnd: null,
    newestOpenTime: null,
    newestCandle: null,
  };
  return {
    ...{
      exchange: 'test',
      symbol,
      interval: '1h',
      regime,
      confidence: 0.9,
      computedAt: minuteAfterStart(minute),
    },
    ...{ stateHistory: JSON.stringify([regime]), stateTimes: null, details: {} as StoredRegime['details'] },
    ...{ ...none, sourceSeriesId: null, sourceVersion: null, nextOpenTime: null },
  };
};
