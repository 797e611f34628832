import { type Command, Option } from 'commander';
import { type RetentionDays, validateKept } from '#domain/market-data/series/kept-candles';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import type { ExchangeClock } from '#sources/exchanges/exchange-clock';
import { newestClosed } from '#sources/exchanges/newest-closed';
import { openExchange } from '#sources/exchanges/open-exchange';
import { patiently } from '#sources/patiently';
import type { SourceFailure } from '#sources/source-failure';
import { backfillCandles, type BackfillProgress } from './backfill/backfill-candles';
import { BackfillDisplay } from './backfill/backfill-display';
import { backfillReportJson, backfillReportText } from './backfill/backfill-report';
import type { OpenTimeSpan } from './backfill/missing-spans';
import { withStoredCandles } from './candle-import/stored-candles';
import { messageOf } from './message-of';
import { nameWithin, timeOption } from './option-parsers';
import { EXIT_CODES, type Shell } from './shell';

interface BackfillOptions extends SeriesName {
  readonly from: number;
  readonly to?: number;
  readonly json?: true;
}

const NOTES = `
Times are RFC 3339, YYYY-MM-DD (of --to the end of that day), or unix seconds or milliseconds; both are inclusive. A
candle that has not closed by the exchange's clock is not stored. What is stored already is not fetched again, so after an interruption the same
command goes on where it was. What the exchange does not have is reported and never filled in. --exchange sim is a
simulated exchange with SIM-A/USDT and SIM-B/USDT.

Exit codes: 0 everything the exchange has is stored, 1 could not run or go on, 2 some candles broke a rule and are in
quarantine, 130 interrupted.`;

export function addBackfillCommand(program: Command, shell: Shell): void {
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
    .action((options: BackfillOptions) => runBackfill(shell, options));
}

async function runBackfill(shell: Shell, { from, to, json, ...series }: BackfillOptions): Promise<void> {
  const { exchange, symbol, interval } = series;
  const name = { exchange, symbol, interval };
  const environment = shell.readEnvironment();
  requireKept(from, interval, environment.retentionDays);
  const startedAt = Date.now();
  const signal = shell.interruption();
  const display = new BackfillDisplay(shell.errors, !json);
  const onRetry = (failure: SourceFailure) => display.print(`${messageOf(failure)}; it is requested again`);

  const source = await openExchange(exchange, { endpoints: environment.exchangeEndpoints });
  const backfilled = await withStoredCandles(environment, async (stored) => {
    if (!source.intervals.includes(interval)) {
      throw new Error(`${exchange} has no candles of ${interval}, only of ${source.intervals.join(', ')}`);
    }
    if (!(await isClockRead(source.clock, signal, onRetry))) return undefined;
    if (source.clock.basis === 'own') {
      display.print(
        `${exchange} publishes no time: candles have closed by this machine's, and by the next one`,
      );
    }
    const range = rangeOf(from, to, source.clock.knownNow(), intervalSeconds(interval) * 1000);
    const onProgress = (progress: BackfillProgress) => display.show(range, progress);
    const settings = { series: name, range, signal, onProgress, onRetry };
    return { range, result: await backfillCandles(stored, source, settings) };
  }).finally(async () => {
    display.clear();
    await source.close();
  });

  if (backfilled) {
    const report = { series: name, ...backfilled, seconds: (Date.now() - startedAt) / 1000 };
    shell.output.write(`${json ? backfillReportJson(report) : backfillReportText(report)}\n`);
    const { result } = backfilled;
    if (result.isComplete) {
      if (result.quarantined > 0) shell.exitCode = EXIT_CODES.someRefused;
      return;
    }
  }
  const reached = backfilled?.result.reached ?? from;
  shell.errors.write(
    `Interrupted at ${formatDateTime(reached)}. The same command again goes on from there.\n`,
  );
  shell.exitCode = EXIT_CODES.interrupted;
}

/** False: it was interrupted. */
async function isClockRead(
  clock: ExchangeClock,
  signal: AbortSignal,
  onPause: (failure: SourceFailure) => void,
): Promise<boolean> {
  try {
    await patiently(() => clock.refresh(signal), { signal, onPause });
    return true;
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  }
}

/** Older candles would be fetched only to be left out. */
function requireKept(from: number, interval: Interval, retentionDays: RetentionDays): void {
  const problems = validateKept({ field: '--from', time: from }, interval, retentionDays, Date.now());
  for (const { field, message } of problems) throw new Error(`${field} ${message}`);
}

/** The candles on the grid between two times, those that have closed by the exchange's time. */
function rangeOf(
  from: number,
  to: number | undefined,
  exchangeTime: number,
  intervalMilliseconds: number,
): OpenTimeSpan {
  const floor = (time: number) => Math.floor(time / intervalMilliseconds) * intervalMilliseconds;
  const first = -floor(-from);
  const newest = newestClosed(exchangeTime, intervalMilliseconds);
  const last = Math.min(floor(to ?? newest), newest);
  if (first <= last) return { first, last };
  throw new Error(
    `There is no closed candle between ${formatDateTime(from)} and ${formatDateTime(to ?? exchangeTime)}`,
  );
}
