import type { IngestResult } from './candle-ingest';
import type { CandleToWrite } from '../series/candle-writes';
import { seriesKey, type SeriesName } from '../series/series-name';

/** Lines of a file or body whose candles are held, each until a later line of it settles the candle. */
export class HeldLines {
  private readonly awaiting = new Map<string, number>();
  private spikes = 0;

  /** Lines whose candles are held in quarantine. */
  get count(): number {
    return this.awaiting.size + this.spikes;
  }

  /** Those that candles after them still have to decide about, in ascending order. */
  get lines(): number[] {
    return [...this.awaiting.values()].sort((one, other) => one - other);
  }

  /**
   * Takes note of the outcome of candles of a series. Answers the lines before them that are settled by it, and how: those
   * whose candle another line replaced changed nothing.
   */
  note(
    name: SeriesName,
    { refused, settled }: Pick<IngestResult, 'refused' | 'settled'>,
    { candles, lines }: { readonly candles: readonly CandleToWrite[]; readonly lines: readonly number[] },
  ): { readonly line: number; readonly outcome: IngestResult['settled'][number]['outcome'] }[] {
    const series = seriesKey(name);
    const keyOf = (openTime: Date) => `${series} ${openTime.getTime()}`;
    const outcomes = settled.flatMap(({ openTime, outcome }) => {
      const line = this.awaiting.get(keyOf(openTime));
      if (line === undefined) return [];
      this.awaiting.delete(keyOf(openTime));
      if (outcome === 'spike') this.spikes++;
      return [{ line, outcome }];
    });
    for (const { index, held } of refused) {
      if (held === 'spike') this.spikes++;
      if (held === 'awaiting') this.awaiting.set(keyOf(candles[index].openTime), lines[index]);
    }
    return outcomes;
  }
}
