import type { CandlePrices } from '#engine/market/validate-candle';
import { arrayLiteral } from '../../postgres/array-literals';
import type { CandleToWrite } from './candle-writes';
import { closedMark } from './closed-candles';
import { OpenTimeText } from './open-time-text';

export const PRICE_FIELDS = [
  'open',
  'high',
  'low',
  'close',
  'volume',
] as const satisfies readonly (keyof CandlePrices)[];

/** The arrays of an upsert. */
export class UpsertColumns {
  private readonly seriesIds: number[] = [];
  private readonly openTimes: string[] = [];
  private readonly numbers = PRICE_FIELDS.map((): string[] => []);
  private readonly closed: string[] = [];
  private readonly openTimeText = new OpenTimeText();

  push(seriesId: number, candle: CandleToWrite, closedUpTo: number): void {
    this.seriesIds.push(seriesId);
    const openTime = candle.openTime.getTime();
    this.openTimes.push(`"${this.openTimeText.of(openTime)}"`);
    for (let field = 0; field < PRICE_FIELDS.length; field++) {
      this.numbers[field].push(candle[PRICE_FIELDS[field]]);
    }
    this.closed.push(String(closedMark(candle.isClosed, openTime, closedUpTo)));
  }

  toArrayLiterals(): string[] {
    return [this.seriesIds, this.openTimes, ...this.numbers, this.closed].map(arrayLiteral);
  }
}
