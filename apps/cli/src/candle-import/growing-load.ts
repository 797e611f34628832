import { randomUUID } from 'node:crypto';
import { MOST_CANDLES_OF_ROW } from '#domain/market-data/series/record-candles-sql';

/** What a command stores of a series: from so many candles on one event reports all that follows. */
export class GrowingLoad {
  private given = 0;
  private id: string | undefined;

  /** The load that the next so many candles belong to; undefined while they are events of their own. */
  add(candles: number): string | undefined {
    this.given += candles;
    if (this.given > MOST_CANDLES_OF_ROW) this.id ??= randomUUID();
    return this.id;
  }

  async finish(finishLoad: (loadId: string) => Promise<void>): Promise<void> {
    if (this.id !== undefined) await finishLoad(this.id);
  }
}
