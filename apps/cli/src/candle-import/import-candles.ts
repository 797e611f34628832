import { offGridAmong } from '#domain/market-data/off-grid-among';
import type { SeriesName } from '#domain/market-data/series.repository';
import { importLines, type ImportResult, type ImportSettings } from '../csv-import/import-lines';
import type { CandleLine } from './candle-file';
import type { StoredCandles } from './stored-candles';

export interface CandleImportSettings extends ImportSettings {
  readonly series: SeriesName;
  readonly allowOutliers: boolean;
  /** Told of candles that are stored and do not lie on their interval's grid. */
  readonly onOffGrid: (candles: number) => void;
}

export function importCandles(
  stored: Pick<StoredCandles, 'ingest' | 'holdExactly'>,
  lines: AsyncIterable<CandleLine>,
  { series, allowOutliers, onOffGrid, ...settings }: CandleImportSettings,
): Promise<ImportResult> {
  return importLines(
    lines,
    async (candles) => {
      // Much faster than finding out row by row that there is nothing to change.
      const result = (await stored.holdExactly(series, candles))
        ? { inserted: 0, updated: 0, refused: [] }
        : await stored.ingest(series, candles, { allowOutliers });
      onOffGrid(offGridAmong({ name: series, candles }, result.refused));
      return result;
    },
    settings,
  );
}
