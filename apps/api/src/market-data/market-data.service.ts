import { Injectable } from '@nestjs/common';
import { CandleIngest } from '#domain/market-data/candle-ingest';
import { toCandlestickId } from '#domain/market-data/candlestick-id';
import { CandlestickReader } from '#domain/market-data/candlestick.reader';
import { formatDateTime } from '#engine/market/parse-time';
import { present, unprocessable } from '../http/api-error';
import { pageText } from '../http/json-text';
import { offsetOf } from '../http/page.dto';
import type { CreateCandlestickDto, ListCandlesticksQuery, QueryCandlesticksDto } from './candlestick.dto';

@Injectable()
export class MarketDataService {
  constructor(
    private readonly ingest: CandleIngest,
    private readonly reader: CandlestickReader,
  ) {}

  async create(candle: CreateCandlestickDto, allowOutliers: boolean): Promise<string> {
    const { exchange, symbol, interval, open_time, open, high, low, close, volume } = candle;
    const openTime = new Date(Math.floor(open_time.getTime() / 1000) * 1000);
    const { seriesId, refused } = await this.ingest.ingest(
      { exchange, symbol, interval },
      [{ openTime, open, high, low, close, volume }],
      { allowOutliers },
    );
    if (refused.length > 0) throw unprocessable(refused[0].problems);
    // Digits are stored as they were sent: to read the candle back would only cost a round trip.
    return JSON.stringify({
      id: toCandlestickId(seriesId, openTime),
      ...{ exchange, symbol, interval, open_time: formatDateTime(openTime.getTime()) },
      ...{ open, high, low, close, volume },
    });
  }

  async list(query: ListCandlesticksQuery): Promise<string> {
    const { items, total } = await this.reader.list(query, { offset: offsetOf(query), limit: query.size });
    return pageText(items, { total, page: query.page, size: query.size });
  }

  query({ start, end, limit, ...filter }: QueryCandlesticksDto): Promise<string> {
    if (start && end && start > end) {
      throw unprocessable([{ field: 'start', message: 'must not be after end' }], 'INVALID_DATE_RANGE');
    }
    return this.reader.query(filter, { start, end }, limit);
  }

  async byId(id: number): Promise<string> {
    return present(await this.reader.byId(id), 'candlestick', id);
  }
}
