import { SPIKE_PROBLEM } from '#domain/market-data/ingest/candle-problems';
import { HeldLines } from '#domain/market-data/ingest/held-lines';
import { offGridAmong } from '#domain/market-data/ingest/off-grid-among';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { LevelShift } from '#engine/market/outlier-judge';
import {
  importLines,
  type ImportResult,
  type ImportSettings,
  type StoreBatch,
} from '../csv-import/import-lines';
import type { CandleLine } from './candle-file';
import { GrowingLoad } from './growing-load';
import type { StoredCandles } from './stored-candles';

export interface CandleImportSettings extends ImportSettings {
  readonly series: SeriesName;
  readonly allowOutliers: boolean;
  /** Called with the number of candles that are stored and do not lie on their interval's grid. */
  readonly onOffGrid: (candles: number) => void;
  readonly onLevelShift: (shift: LevelShift) => void;
  /** Called with the number of lines whose candles are held in quarantine by now. */
  readonly onHeld: (lines: number) => void;
}

const NOTHING_TO_DO = { inserted: 0, updated: 0, refused: [], settled: [], levelShifts: [] };

export async function importCandles(
  stored: Pick<StoredCandles, 'calendarOf' | 'finishLoad' | 'ingest' | 'holdExactly'>,
  lines: AsyncIterable<CandleLine>,
  { series, allowOutliers, onOffGrid, onLevelShift, onHeld, ...settings }: CandleImportSettings,
): Promise<ImportResult> {
  const held = new HeldLines();
  const calendar = await stored.calendarOf(series);
  const load = new GrowingLoad();
  const store: StoreBatch<CandleToWrite> = async (candles, lineNumbers) => {
    const loadId = load.add(candles.length);
    // Much faster than finding out row by row that there is nothing to change.
    const result = (await stored.holdExactly(series, candles))
      ? NOTHING_TO_DO
      : await stored.ingest(series, candles, { allowOutliers, source: 'import', loadId });
    onOffGrid(offGridAmong({ name: series, candles }, result.refused, calendar));
    const settled = held.note(series, result, { candles, lines: lineNumbers });
    result.levelShifts.forEach(onLevelShift);
    onHeld(held.count);
    return {
      inserted: result.inserted,
      updated: result.updated,
      refused: result.refused.map((refusal) => ({ ...refusal, isOpen: refusal.held === 'awaiting' })),
      settled: settled.map(({ line, outcome }) => ({ line, outcome: settledOutcomes[outcome] })),
    };
  };
  try {
    return await importLines(lines, store, settings);
  } finally {
    await load.finish(stored.finishLoad);
  }
}

const settledOutcomes = {
  ...({ inserted: 'inserted', updated: 'updated', replaced: 'unchanged' } as const),
  spike: [SPIKE_PROBLEM],
};
