import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

interface OpenTimesNeed {
  readonly seriesId: number;
  /** Both inclusive. */
  readonly from: Date;
  readonly to: Date;
  /** The oldest so many. */
  readonly limit: number;
}

/** One value instead of a row per candle: a million open times come in as 8 MB. */
const OPEN_TIMES = `
  select string_agg(float8send(date_part('epoch', open_time) * 1000), ''::bytea) as packed
  from (
    select open_time from candlesticks where series_id = $1 and open_time between $2 and $3 order by open_time limit $4
  ) candle`;

/** When the candles of a series open, for whoever needs no prices. */
@Injectable()
export class OpenTimesLoader {
  constructor(private readonly dataSource: DataSource) {}

  /** Milliseconds, ascending. */
  async load(
    { seriesId, from, to, limit }: OpenTimesNeed,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Float64Array> {
    const [{ packed }] = await manager.query<[{ packed: Buffer | null }]>(OPEN_TIMES, [
      seriesId,
      from,
      to,
      limit,
    ]);
    if (!packed) return new Float64Array();
    // In place where the driver's buffer allows it; a Float64Array has to begin at a multiple of eight bytes.
    const aligned = packed.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0 ? packed : Buffer.from(packed);
    aligned.swap64();
    const { buffer, byteOffset, byteLength } = aligned;
    return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT);
  }
}
