import { type Command, Option } from 'commander';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { INTERVALS } from '#engine/market/interval';
import type { LevelShift } from '#engine/market/outlier-judge';
import { readCandleFile } from './candle-import/candle-file';
import { importCandles } from './candle-import/import-candles';
import { withStoredCandles } from './candle-import/stored-candles';
import { type CsvImportOptions, EXIT_CODE_NOTE, runCsvImport } from './csv-import/run-csv-import';
import { integerWithin, nameWithin } from './option-parsers';
import type { Shell } from './shell';

interface ImportOptions extends SeriesName, CsvImportOptions {
  readonly allowOutliers?: true;
}

const NOTES = `
The first line of the file names the columns, in any order and letter case: open_time (or time, timestamp,
date, datetime), open, high, low, close, volume; others are ignored. Times are RFC 3339, YYYY-MM-DD, or unix
seconds or milliseconds. Prices are stored digit for digit. After an interruption run the same command again:
what is stored already stays as it is. Candles that do not open where an interval of the series' calendar begins
(24x7, 24x5 or XNYS, by its exchange) are stored and counted (off grid). A close more than ten times off those
before it is held in quarantine; when the next two closes stay at its level, all are stored and the level shift is
reported.
${EXIT_CODE_NOTE}`;

export function addImportCommand(program: Command, shell: Shell): void {
  program
    .command('import')
    .description('store the candles of a CSV file')
    .argument('<file>', 'the CSV file')
    .requiredOption(
      '--exchange <exchange>',
      'such as binance, or us for US shares and indices',
      nameWithin(64),
    )
    .requiredOption('--symbol <symbol>', 'such as BTC/USDT', nameWithin(128))
    .addOption(new Option('--interval <interval>', 'of the candles').choices(INTERVALS).makeOptionMandatory())
    .option('--allow-outliers', 'store closes that are far off those before them at once')
    .option('--json', 'print one JSON object at the end')
    .option('--batch-size <rows>', 'rows stored at a time', integerWithin(1, 50_000), 5_000)
    .addHelpText('after', NOTES)
    .action((file: string, options: ImportOptions) => runImport(shell, file, options));
}

async function runImport(shell: Shell, file: string, options: ImportOptions): Promise<void> {
  const { exchange, symbol, interval } = options;
  const series = { exchange, symbol, interval };
  let offGrid = 0;
  let held = 0;
  const levelShifts: LevelShift[] = [];
  await runCsvImport(shell, {
    file,
    what: 'candles',
    target: series,
    options,
    run: (settings) =>
      withStoredCandles(shell.readEnvironment(), (candles) =>
        importCandles(candles, readCandleFile(file, interval), {
          ...settings,
          series,
          allowOutliers: options.allowOutliers === true,
          onOffGrid: (candles) => (offGrid += candles),
          onLevelShift: (shift) => levelShifts.push(shift),
          onHeld: (lines) => (held = lines),
        }),
      ),
    notes: () => ({ held, off_grid: offGrid }),
    levelShifts,
  });
}
