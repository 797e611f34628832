import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceFailure } from '../../source-failure';
import { completeHistory, sessionSpan } from '../complete-history';
import type { EquityHistory, EquitySource, SessionRange } from '../equity-source';
import { requireTicker } from '../ticker';
import type { CsvFile } from './read-csv-file';
import { readDailyCandleFile, readDividendFile, readSplitFile } from './read-equity-files';

/** Else AAPL's splits would be the candles of AAPL.splits. */
const NAME_OF_EVENTS = /\.(splits|dividends)$/i;

/**
 * Candles out of `<symbol>.csv` in a directory, splits and dividends out of `<symbol>.splits.csv` and
 * `<symbol>.dividends.csv` beside it, where these are there. Prices are adjusted for splits already, as those that data
 * vendors offer for download are: they come out digit for digit.
 */
export class CsvDirectory implements EquitySource {
  readonly provider = 'csv';

  constructor(private readonly directory: string) {}

  async fetchDaily(symbol: string, range: SessionRange, signal: AbortSignal): Promise<EquityHistory> {
    signal.throwIfAborted();
    requireTicker(symbol);
    if (NAME_OF_EVENTS.test(symbol)) {
      throw unsupported('the symbol of a file of prices ends in neither .splits nor .dividends');
    }
    const span = sessionSpan(range);
    try {
      const candleFile = await this.find(symbol, '');
      if (!candleFile) throw unsupported(`the directory of prices has no file ${symbol}.csv`);
      const splitFile = await this.find(symbol, '.splits');
      const dividendFile = await this.find(symbol, '.dividends');
      return completeHistory(range, {
        candles: await readDailyCandleFile(candleFile, span, signal),
        splits: splitFile ? await readSplitFile(splitFile, signal) : [],
        dividends: dividendFile ? await readDividendFile(dividendFile, signal) : [],
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceFailure) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      const message = `the prices of ${symbol} cannot be read from the directory: ${code}`;
      throw new SourceFailure('unreachable', message, { cause: error });
    }
  }

  /** By its exact name: file systems that ignore case would find AAPL.csv for aapl. */
  private async find(symbol: string, suffix: string): Promise<CsvFile | undefined> {
    const name = `${symbol}${suffix}.csv`;
    const path = join(this.directory, name);
    const isThere = (await readdir(this.directory)).includes(name) && (await stat(path)).isFile();
    return isThere ? { path, name } : undefined;
  }
}

function unsupported(message: string): SourceFailure {
  return new SourceFailure('unsupported', message);
}
