import type { LevelShift } from '#engine/market/outlier-judge';
import type { SpikeVerdict } from '../quarantine/spike-watch';
import type { SeriesBatch, SeriesWrite } from '../series/candle-writes';
import type { SettledCandle } from './settled-candles';

interface HeldInBatch {
  /** Its index in the batch. */
  readonly index: number;
  /** Candles after it still have to decide; else it is a spike. */
  readonly awaits: boolean;
}

/** The outcome of a batch. */
export interface JudgedWrite {
  /** Of the batch's own candles. */
  readonly inserted: number;
  readonly updated: number;
  readonly writes: readonly SeriesWrite[];
  readonly held: readonly HeldInBatch[];
  readonly settled: readonly SettledCandle[];
  readonly levelShifts: readonly LevelShift[];
  /** Kept in quarantine for a jump below ten times. */
  readonly spikes: number;
}

export const NOTHING: JudgedWrite = {
  inserted: 0,
  updated: 0,
  spikes: 0,
  writes: [],
  held: [],
  settled: [],
  levelShifts: [],
};

/** Of batches that are stored, by series: what was written, kept back, and decided about candles that had been held. */
interface StoredParts {
  readonly writes: readonly SeriesWrite[];
  readonly decided: ReadonlyMap<number, JudgedWrite>;
  readonly refused?: SpikeVerdict['refused'];
}

export function outcomesOf<Batch extends SeriesBatch>(
  batches: readonly Batch[],
  { writes, decided, refused = [] }: StoredParts,
): Map<Batch, JudgedWrite> {
  const bySeries = new Map(writes.map((write) => [write.seriesId, write]));
  return new Map(
    batches.map((batch) => {
      const write = bySeries.get(batch.seriesId);
      const further = decided.get(batch.seriesId) ?? NOTHING;
      const { inserted, updated } = write ?? NOTHING;
      const spikes = refused.filter(({ name }) => name === batch.name).length;
      return [
        batch,
        { ...further, inserted, updated, spikes, writes: write ? [write, ...further.writes] : [] },
      ];
    }),
  );
}
