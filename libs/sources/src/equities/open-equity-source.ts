import { CsvDirectory } from './csv/csv-directory';
import type { EquitySource } from './equity-source';

export interface CsvSettings {
  readonly provider: 'csv';
  /** The directory that holds `<symbol>.csv`. */
  readonly directory: string;
}

export type EquitySettings = CsvSettings;

/** The provider of share prices that the settings name. Nothing is asked for before someone fetches. */
export function openEquitySource(settings: EquitySettings): EquitySource {
  return new CsvDirectory(settings.directory);
}
