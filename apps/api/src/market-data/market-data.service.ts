import { Injectable } from '@nestjs/common';
import { fromCandlestickId } from '#domain/market-data/series/candlestick-id';
import { CandlestickPageReader } from '#domain/market-data/reading/candlestick-page.reader';
import { CandlestickReader } from '#domain/market-data/reading/candlestick.reader';
import { SingleCandles } from '#domain/market-data/ingest/single-candles';
import { toWholeSecond } from '#engine/market/candle-record';
import { present, unprocessable } from '../http/api-error';
import { pageText } from '../http/json-text';
import type { Listing } from '../http/listing';
import { positionOf } from '../http/page.dto';
import { checkRange } from '../http/validation/check-range';
import {
  type CandlestickRead,
  type CreateCandlestickDto,
  type ListCandlesticksQuery,
  type QueryCandlesticksDto,
  toCandlestick,
} from './candlestick.dto';

/** Part of the tags of lists: it has to change when the same candles are answered in another form. */
const ANSWER_FORM = 'a';

@Injectable()
export class MarketDataService {
  constructor(
    private readonly singles: SingleCandles,
    private readonly reader: CandlestickReader,
    private readonly pages: CandlestickPageReader,
  ) {}

  async create(given: CreateCandlestickDto, allowOutlier: boolean): Promise<CandlestickRead> {
    const { exchange, symbol, interval, open_time, open, high, low, close, volume } = given;
    const openTime = new Date(toWholeSecond(open_time.getTime()));
    const name = { exchange, symbol, interval };
    const candle = { openTime, open, high, low, close, volume };
    const { seriesId, problems } = await this.singles.store({ name, candle, allowOutlier });
    if (problems.length > 0) throw unprocessable(problems);
    // Digits are stored as they were sent: to read the candle back would only cost a round trip.
    return toCandlestick(seriesId, name, candle);
  }

  /** `knownTags`: of answers that the client has already. When its own is among them, no candle is read. */
  async list(query: ListCandlesticksQuery, knownTags: readonly string[]): Promise<Listing<string>> {
    const { page, size, cursor } = query;
    if (cursor !== undefined && !fromCandlestickId(cursor)) {
      throw unprocessable([{ field: 'cursor', message: 'must be a cursor of a list of candles' }]);
    }
    const view = `.${ANSWER_FORM}.${cursor ?? `p${page}`}.${size}`;
    const knownStates = knownTags
      .filter((tag) => tag.endsWith(view))
      .map((tag) => tag.slice(0, -view.length));
    const { items, total, next, state } = await this.pages.page(query, { ...positionOf(query), knownStates });
    return {
      body: pageText(items, { total, page, size }),
      total,
      next,
      ...(state !== undefined && { entityTag: `"${state}${view}"` }),
    };
  }

  query({ start, end, limit, ...filter }: QueryCandlesticksDto): Promise<string> {
    checkRange({ start, end });
    return this.reader.query(filter, { start, end }, limit);
  }

  async byId(id: number): Promise<string> {
    return present(await this.reader.byId(id), 'candlestick', id);
  }
}
