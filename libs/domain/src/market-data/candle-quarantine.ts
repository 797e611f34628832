import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { poolOf } from '../database/pool';
import type { CandleSource } from './candle-source';
import type { CandleToWrite } from './candlestick.store';
import type { SeriesName } from './series.repository';

export interface CandleToQuarantine {
  readonly name: SeriesName;
  readonly candle: CandleToWrite;
  readonly reason: string;
}

/** Where candles wait that a source delivered and that broke a rule. */
@Injectable()
export class CandleQuarantine {
  constructor(private readonly dataSource: DataSource) {}

  /** Keeps candles as they came; of one place in a series the latest is kept. */
  async keep(candles: readonly CandleToQuarantine[], source: CandleSource): Promise<void> {
    const distinct = [...new Map(candles.map((entry) => [placeOf(entry), entry])).values()];
    const fields = ['open', 'high', 'low', 'close', 'volume'] as const;
    await poolOf(this.dataSource).query(
      `insert into quarantined_candles
         (exchange, symbol, interval, open_time, open, high, low, close, volume, source, reason, quarantined_at)
       select exchange, symbol, interval, open_time, open, high, low, close, volume, $1, reason, now()
       from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[],
                   $10::text[], $11::text[])
         as refused (exchange, symbol, interval, open_time, open, high, low, close, volume, reason)
       order by exchange, symbol, interval, open_time
       on conflict (exchange, symbol, interval, open_time) do update
         set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
             volume = excluded.volume, source = excluded.source, reason = excluded.reason,
             quarantined_at = excluded.quarantined_at`,
      [
        source,
        distinct.map(({ name }) => name.exchange),
        distinct.map(({ name }) => name.symbol),
        distinct.map(({ name }) => name.interval),
        distinct.map(({ candle }) => candle.openTime),
        ...fields.map((field) => distinct.map(({ candle }) => candle[field])),
        distinct.map(({ reason }) => reason),
      ],
    );
  }
}

function placeOf({ name, candle }: CandleToQuarantine): string {
  return JSON.stringify([name.exchange, name.symbol, name.interval, candle.openTime.getTime()]);
}
