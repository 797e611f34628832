import { type Command, Option } from 'commander';
import type { SeriesName } from '#domain/market-data/series.repository';
import { INTERVALS, intervalSeconds } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { readEnvironment } from '#platform/config/environment';
import { openExchange } from '#sources/exchanges/open-exchange';
import { backfillCandles } from './backfill/backfill-candles';
import { BackfillDisplay } from './backfill/backfill-display';
import { backfillReportJson, backfillReportText } from './backfill/backfill-report';
import type { OpenTimeSpan } from './backfill/missing-spans';
import { withStoredCandles } from './candle-import/stored-candles';
import { databaseUrl } from './database-url';
import { interruptionSignal } from './interruption-signal';
import { messageOf } from './message-of';
import { nameWithin } from './name-within';
import { timeOption } from './time-option';

interface BackfillOptions extends SeriesName {
  readonly from: number;
  readonly to?: number;
  readonly json?: true;
}

/** An exchange may still be at work on a candle that has just ended. */
const GRACE_MILLISECONDS = 2_000;
const EXIT_CODES = { stored: 0, someQuarantined: 2, interrupted: 130 } as const;

const NOTES = `
Times are RFC 3339, YYYY-MM-DD (of --to the end of that day), or unix seconds or milliseconds; both are inclusive. A
candle that is not over is left out. What is stored already is not fetched again, so after an interruption the same
command goes on where it was. What the exchange does not have is reported and never filled in. --exchange sim is a
simulated exchange with SIM-A/USDT and SIM-B/USDT.

Exit codes: 0 everything the exchange has is stored, 1 could not run or go on, 2 some candles broke a rule and are in
quarantine, 130 interrupted.`;

export function addBackfillCommand(program: Command): void {
  program
    .command('backfill')
    .description('fetch the history of a series from its exchange')
    .requiredOption('--exchange <exchange>', 'such as binance', nameWithin(64))
    .requiredOption('--symbol <symbol>', 'such as BTC/USDT, or BTC/USDT:USDT for a swap', nameWithin(128))
    .addOption(new Option('--interval <interval>', 'of the candles').choices(INTERVALS).makeOptionMandatory())
    .requiredOption('--from <time>', 'of the first candle', timeOption('first'))
    .option('--to <time>', 'of the last candle; default: now', timeOption('last'))
    .option('--json', 'print one JSON object at the end')
    .addHelpText('after', NOTES)
    .action(runBackfill);
}

async function runBackfill({ from, to, json, ...series }: BackfillOptions): Promise<void> {
  const { exchange, symbol, interval } = series;
  const name = { exchange, symbol, interval };
  const range = rangeOf(from, to, intervalSeconds(interval) * 1000);
  const startedAt = Date.now();
  const signal = interruptionSignal();
  const display = new BackfillDisplay(process.stderr, range, !json);

  const source = await openExchange(exchange, { endpoints: readEnvironment().exchangeEndpoints });
  const result = await withStoredCandles(databaseUrl(), (stored) => {
    if (!source.intervals.includes(interval)) {
      throw new Error(`${exchange} has no candles of ${interval}, only of ${source.intervals.join(', ')}`);
    }
    return backfillCandles(stored, source, {
      ...{ series: name, range, signal, onProgress: display.show },
      onRetry: (failure) => display.tell(`${messageOf(failure)}; it is asked again`),
    });
  }).finally(async () => {
    display.clear();
    await source.close();
  });

  const report = { series: name, range, result, seconds: (Date.now() - startedAt) / 1000 };
  console.log(json ? backfillReportJson(report) : backfillReportText(report));
  if (result.isComplete) {
    process.exitCode = result.quarantined > 0 ? EXIT_CODES.someQuarantined : EXIT_CODES.stored;
    return;
  }
  console.error(
    `Interrupted at ${formatDateTime(result.reached)}. The same command again goes on from there.`,
  );
  process.exitCode = EXIT_CODES.interrupted;
}

/** The candles on the grid between two times, those that are over by now. */
function rangeOf(from: number, to: number | undefined, intervalMilliseconds: number): OpenTimeSpan {
  const floor = (time: number) => Math.floor(time / intervalMilliseconds) * intervalMilliseconds;
  const first = -floor(-from);
  const newestOver = floor(Date.now() - GRACE_MILLISECONDS - intervalMilliseconds);
  const last = Math.min(floor(to ?? newestOver), newestOver);
  if (first <= last) return { first, last };
  throw new Error(
    `There is no candle that is over between ${formatDateTime(from)} and ${formatDateTime(to ?? Date.now())}`,
  );
}
