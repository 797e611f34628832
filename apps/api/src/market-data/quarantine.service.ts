import { Injectable } from '@nestjs/common';
import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { CandleQuarantine } from '#domain/market-data/quarantine/candle-quarantine';
import { present, unprocessable } from '../http/api-error';
import { toListing } from '../http/listing';
import { positionOf } from '../http/page.dto';
import { type CandlestickRead, toCandlestick } from './candlestick.dto';
import { type ListQuarantineQuery, toQuarantinedCandle } from './quarantine.dto';

const WHAT = 'quarantined candle';

@Injectable()
export class QuarantineService {
  constructor(
    private readonly quarantine: CandleQuarantine,
    private readonly ingest: CandleIngest,
  ) {}

  async list(query: ListQuarantineQuery) {
    return toListing(query, await this.quarantine.list(query, positionOf(query)), toQuarantinedCandle);
  }

  /** Whoever releases a candle knows better than the rules of jumps and grids; what no candle may be it cannot become. */
  async release(id: number): Promise<CandlestickRead> {
    const entry = present(await this.quarantine.find(id), WHAT, id);
    const { exchange, symbol, interval, openTime, open, high, low, close, volume } = entry;
    const name = { exchange, symbol, interval };
    const candle = { openTime, open, high, low, close, volume };
    const { seriesId, refused } = await this.ingest.ingest(name, [candle], { allowOutliers: true });
    if (refused.length > 0) throw unprocessable(refused[0].problems);
    // Stored first: an entry that outlives its release does no harm. What has come in again meanwhile is another candle.
    await this.quarantine.discard(id, entry.quarantinedAt);
    return toCandlestick(seriesId, name, candle);
  }

  async discard(id: number): Promise<void> {
    present((await this.quarantine.discard(id)) || null, WHAT, id);
  }
}
