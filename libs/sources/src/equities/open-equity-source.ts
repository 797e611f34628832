import { type AlpacaOptions, AlpacaSource } from './alpaca/alpaca-source';
import { CsvDirectory } from './csv/csv-directory';
import type { EquitySource } from './equity-source';
import { type TiingoOptions, TiingoSource } from './tiingo/tiingo-source';
import { type YahooOptions, YahooSource } from './yahoo/yahoo-source';

/** A provider and what it needs; `endpoint` is where it is reached when not at its own address. */
export type EquitySettings =
  /** The directory that holds `<symbol>.csv`. */
  | { readonly provider: 'csv'; readonly directory: string }
  | ({ readonly provider: 'yahoo' } & YahooOptions)
  | ({ readonly provider: 'alpaca' } & AlpacaOptions)
  | ({ readonly provider: 'tiingo' } & TiingoOptions);

/** The equity source that the settings name. Nothing is requested before someone fetches. */
export function openEquitySource(settings: EquitySettings): EquitySource {
  switch (settings.provider) {
    case 'csv':
      return new CsvDirectory(settings.directory);
    case 'yahoo':
      return new YahooSource(settings);
    case 'alpaca':
      return new AlpacaSource(settings);
    case 'tiingo':
      return new TiingoSource(settings);
  }
}
