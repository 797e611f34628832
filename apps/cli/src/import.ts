import { type Command, Option } from 'commander';
import type { SeriesName } from '#domain/market-data/series.repository';
import { INTERVALS } from '#engine/market/interval';
import { candleFileSize, readCandleFile } from './candle-import/candle-file';
import { importCandles, type ImportProgress, type RefusedLine } from './candle-import/import-candles';
import { ImportDisplay } from './candle-import/import-display';
import { importReportJson, importReportText, LISTED_REFUSALS } from './candle-import/import-report';
import { withStoredCandles } from './candle-import/stored-candles';
import { integerWithin } from './integer-within';
import { messageOf } from './message-of';
import { nameWithin } from './name-within';
import { databaseUrl } from './database-url';

interface ImportOptions extends SeriesName {
  readonly allowOutliers?: true;
  readonly json?: true;
  readonly batchSize: number;
}

const EXIT_CODES = { stored: 0, someRefused: 2, interrupted: 130 } as const;

const NOTES = `
The first line of the file names the columns, in any order and letter case: open_time (or time, timestamp,
date, datetime), open, high, low, close, volume; others are ignored. Times are RFC 3339, YYYY-MM-DD, or unix
seconds or milliseconds. Prices are stored digit for digit. After an interruption run the same command again:
what is stored already stays as it is.

Exit codes: 0 every line is stored, 1 could not run or go on, 2 some lines were refused and the others are
stored, 130 interrupted.`;

export function addImportCommand(program: Command): void {
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
    .option('--allow-outliers', 'store closes that are far off those before them, too')
    .option('--json', 'print one JSON object at the end')
    .option('--batch-size <rows>', 'rows stored at a time', integerWithin(1, 50_000), 5_000)
    .addHelpText('after', NOTES)
    .action(runImport);
}

async function runImport(file: string, options: ImportOptions): Promise<void> {
  const { exchange, symbol, interval } = options;
  const series = { exchange, symbol, interval };

  const totalBytes = await candleFileSize(file);
  const interruption = interruptionSignal();
  const startedAt = Date.now();
  const display = new ImportDisplay(process.stderr, {
    totalBytes,
    plainProgress: !options.json,
    now: Date.now,
  });

  let stored: ImportProgress | undefined;
  const firstRefusals: RefusedLine[] = [];
  const progress = await withStoredCandles(databaseUrl(), (candles) =>
    importCandles(candles, readCandleFile(file, interval), {
      series,
      allowOutliers: options.allowOutliers === true,
      batchSize: options.batchSize,
      signal: interruption,
      onProgress: (latest) => {
        stored = latest;
        display.showProgress(latest);
      },
      onRefused: (refused) => {
        if (firstRefusals.length < LISTED_REFUSALS) firstRefusals.push(refused);
        display.showRefused(refused);
      },
    }),
  )
    .catch((error: unknown) => {
      const done = stored ? `Stopped; the file is stored up to line ${stored.line}. ` : '';
      throw new Error(done + messageOf(error), { cause: error });
    })
    .finally(display.clear);

  if (progress.isComplete && progress.read === 0) {
    throw new Error(`${file} holds no candles: there is nothing below its first line`);
  }
  const report = { file, series, progress, firstRefusals, seconds: (Date.now() - startedAt) / 1000 };
  console.log(options.json ? importReportJson(report) : importReportText(report));
  if (progress.isComplete) {
    process.exitCode = progress.refused > 0 ? EXIT_CODES.someRefused : EXIT_CODES.stored;
    return;
  }
  console.error(
    `Interrupted; the file is stored up to line ${progress.line}. The same command again goes on from there.`,
  );
  process.exitCode = EXIT_CODES.interrupted;
}

/** Aborted by the first Ctrl-C or SIGTERM; a second one ends the process as if there were no handler. */
function interruptionSignal(): AbortSignal {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  return interruption.signal;
}
