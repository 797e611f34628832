import type { SeriesName } from '#domain/market-data/series.repository';
import { importLines, type ImportResult, type ImportSettings } from '../csv-import/import-lines';
import type { CandleLine } from './candle-file';
import type { StoredCandles } from './stored-candles';

export interface CandleImportSettings extends ImportSettings {
  readonly series: SeriesName;
  readonly allowOutliers: boolean;
}

export function importCandles(
  stored: StoredCandles,
  lines: AsyncIterable<CandleLine>,
  { series, allowOutliers, ...settings }: CandleImportSettings,
): Promise<ImportResult> {
  return importLines(
    lines,
    async (candles) => {
      // Much faster than finding out row by row that there is nothing to change.
      if (await stored.holdExactly(series, candles)) return { inserted: 0, updated: 0, refused: [] };
      return stored.ingest(series, candles, { allowOutliers });
    },
    settings,
  );
}
