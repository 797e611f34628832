import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { OUTLIER_WINDOW } from '#engine/market/outlier';
import { type HeldClose, type JudgedClose, OutlierJudge } from '#engine/market/outlier-judge';
import { poolOf } from '../../postgres/pool';
import { withConnection } from '../../postgres/with-connection';
import { IN_THE_WAY, LOCK_TIMEOUT_MILLISECONDS } from '../series/copy-candles';
import { OUTLIER_REASON } from './candle-quarantine';
import type { CandleToWrite, SeriesBatch } from '../series/candle-writes';
import { findSuspects, runsOf } from './outlier-suspects';
import type { RememberedClose } from './spike-watch';
import { SeriesReplacedError } from '../series/series-replaced-error';

/** A candle to judge, or one that is held. */
interface CandleToJudge extends JudgedClose {
  readonly candle: CandleToWrite;
  /** Its index in the batch; undefined where it was held before. */
  readonly index?: number;
}

/** What a series has around some of its times. */
export interface KnownAround {
  readonly judge: OutlierJudge<CandleToJudge>;
  readonly stored: ReadonlyMap<number, number>;
  readonly held: readonly HeldClose<CandleToJudge>[];
}

const TRIES = 10;

const LOCK = `
  select id from series where id = $1 and exchange = $2 and symbol = $3 and interval = $4 for no key update`;

/** Those that wait, and those decided about that lie where candles are judged. The range is worked out once, not for each of them. */
const HELD = `
  with waiting as materialized (
    select min(open_time) as first, max(open_time) as last from quarantined_candles
    where exchange = $2 and symbol = $3 and interval = $4 and reason = $5 and awaits_next_candle
  ), range as materialized (
    select least(first, $6) as first, (
      select max(open_time) from (
        select open_time from candlesticks where series_id = $1 and open_time > greatest(waiting.last, $7)
        order by open_time limit 2
      ) later having count(*) = 2
    ) as last
    from waiting
  )
  select extract(epoch from open_time)::float8 * 1000 as "openTime", open, high, low, close, volume,
         awaits_next_candle as awaits
  from quarantined_candles, range
  where exchange = $2 and symbol = $3 and interval = $4 and reason = $5
    and open_time >= range.first and open_time <= coalesce(range.last, 'infinity')
  order by open_time`;

/** Each stretch with what judges it: twenty closes before it and two after it. */
const STORED = `
  select extract(epoch from candle.open_time)::float8 * 1000 as "openTime", candle.close
  from unnest($2::timestamptz[], $3::timestamptz[]) as stretch (first, last)
  cross join lateral (
    (select open_time, close::float8 as close from candlesticks
     where series_id = $1 and open_time < stretch.first order by open_time desc limit ${OUTLIER_WINDOW})
    union all
    (select open_time, close::float8 from candlesticks
     where series_id = $1 and open_time between stretch.first and stretch.last)
    union all
    (select open_time, close::float8 from candlesticks
     where series_id = $1 and open_time > stretch.last order by open_time limit 2)
  ) candle`;

interface HeldRow extends Omit<CandleToWrite, 'openTime' | 'isClosed'> {
  readonly openTime: number;
  readonly awaits: boolean;
}

/** Outliers in quarantine, and what decides about them, under the lock of their series: replicas agree about each of them. */
@Injectable()
export class HeldCandles {
  constructor(private readonly dataSource: DataSource) {}

  /** Those of the batches, ascending, that may hold an outlier. */
  suspectsAmong<Batch extends SeriesBatch>(
    batches: readonly Batch[],
    rememberedBefore: (batch: Batch) => RememberedClose | undefined,
  ): Promise<Set<Batch>> {
    return findSuspects(poolOf(this.dataSource), batches, rememberedBefore);
  }

  /**
   * A transaction that holds the series' row, which every write of the series has to lock. Those that write lock candles first,
   * so where one of them is in the way this lets go and tries again: the work may be done more than once.
   */
  async underLock<Result>(
    { seriesId, name }: SeriesBatch,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await withConnection(poolOf(this.dataSource), async (client) => {
          await client.query('begin');
          const { rows } = await client.query(LOCK, [seriesId, name.exchange, name.symbol, name.interval]);
          if (rows.length === 0) throw new SeriesReplacedError([name]);
          await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MILLISECONDS}`);
          const result = await work(client);
          await client.query('commit');
          return result;
        });
      } catch (error) {
        if (attempt === TRIES || !IN_THE_WAY.includes((error as { code?: unknown }).code)) throw error;
      }
    }
  }

  /** What the series has around the candles of a batch, ascending, and around those that wait. */
  async knownAround(client: PoolClient, batch: SeriesBatch): Promise<KnownAround> {
    const { seriesId, name, candles } = batch;
    const [first, last] = [candles.at(0)?.openTime ?? null, candles.at(-1)?.openTime ?? null];
    const identity = [seriesId, name.exchange, name.symbol, name.interval];
    const { rows } = await client.query<HeldRow>(HELD, [...identity, OUTLIER_REASON, first, last]);
    const held = rows.map(toHeldClose);
    const stretches = [
      ...runsOf(batch).map((run) => [run[0].openTime, run[run.length - 1].openTime]),
      ...held
        .filter(({ awaits }) => awaits)
        .map(({ candle }) => [candle.candle.openTime, candle.candle.openTime]),
    ];
    const { rows: stored } = await client.query<JudgedClose>(STORED, [
      seriesId,
      stretches.map(([from]) => from),
      stretches.map(([, to]) => to),
    ]);
    return {
      judge: new OutlierJudge(stored, held),
      stored: new Map(stored.map(({ openTime, close }) => [openTime, close])),
      held,
    };
  }

  /** Notes which of those held are spikes and which are held no more, and how many wait now. */
  async note(
    client: PoolClient,
    { seriesId, name }: SeriesBatch,
    { spikes, dropped }: { readonly spikes: readonly number[]; readonly dropped: readonly number[] },
  ): Promise<void> {
    const identity = [name.exchange, name.symbol, name.interval, OUTLIER_REASON];
    const where = 'where exchange = $1 and symbol = $2 and interval = $3 and reason = $4';
    if (spikes.length > 0) {
      const text = `update quarantined_candles set awaits_next_candle = false ${where} and open_time = any($5)`;
      await client.query(text, [...identity, datesOf(spikes)]);
    }
    if (dropped.length > 0) {
      const text = `delete from quarantined_candles ${where} and open_time = any($5)`;
      await client.query(text, [...identity, datesOf(dropped)]);
    }
    await client.query(
      `update series
       set held_candles = (select count(*) from quarantined_candles ${where} and awaits_next_candle) where id = $5`,
      [...identity, seriesId],
    );
  }
}

function datesOf(openTimes: readonly number[]): Date[] {
  return openTimes.map((openTime) => new Date(openTime));
}

function toHeldClose({ openTime, awaits, ...prices }: HeldRow): HeldClose<CandleToJudge> {
  const candle = { openTime: new Date(openTime), ...prices };
  return { candle: { openTime, close: Number(prices.close), candle }, awaits };
}
