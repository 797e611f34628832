import type { Command } from 'commander';
import { FundingRates } from '#domain/funding/funding-rates';
import { importLines } from './csv-import/import-lines';
import { type CsvImportOptions, EXIT_CODE_NOTE, runCsvImport } from './csv-import/run-csv-import';
import { withDatabase } from './csv-import/with-database';
import { databaseUrl } from './database-url';
import { readFundingFile } from './funding-import/funding-file';
import { integerWithin, nameWithin } from './option-parsers';
import type { Shell } from './shell';

interface ImportFundingOptions extends CsvImportOptions {
  readonly exchange: string;
  readonly symbol: string;
}

const NOTES = `
The first line of the file names the columns, in any order and letter case: funding_time (or time, timestamp),
funding_rate (or rate), and mark_price (or mark), which may be left out; others are ignored. A rate is a signed
fraction such as -0.0001: what longs pay, of the position's value. Times are RFC 3339, or unix seconds or
milliseconds. A payment of the same minute is corrected, and keeps its mark price where the file has none; what it
was before is kept as a revision. After an interruption run the same command again.
${EXIT_CODE_NOTE}`;

export function addImportFundingCommand(program: Command, shell: Shell): void {
  program
    .command('import-funding')
    .description('store the settled funding rates of a perpetual swap from a CSV file')
    .argument('<file>', 'the CSV file')
    .requiredOption('--exchange <exchange>', 'such as binance', nameWithin(64))
    .requiredOption('--symbol <symbol>', 'such as BTC/USDT:USDT', nameWithin(128))
    .option('--json', 'print one JSON object at the end')
    .option('--batch-size <rows>', 'rows stored at a time', integerWithin(1, 50_000), 5_000)
    .addHelpText('after', NOTES)
    .action((file: string, options: ImportFundingOptions) => runImportFunding(shell, file, options));
}

async function runImportFunding(shell: Shell, file: string, options: ImportFundingOptions): Promise<void> {
  const { exchange, symbol } = options;
  const target = { exchange, symbol };
  await runCsvImport(shell, {
    file,
    what: 'funding rates',
    target,
    options,
    run: (settings) =>
      withDatabase(databaseUrl(shell.readEnvironment()), (dataSource) => {
        const rates = new FundingRates(dataSource);
        return importLines(
          readFundingFile(file, Date.now()),
          async (payments) => ({ ...(await rates.upsert(target, payments)), refused: [] }),
          settings,
        );
      }),
  });
}
