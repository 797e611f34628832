import type { Command } from 'commander';
import { FundingRates } from '#domain/funding/funding-rates';
import { formatDateTime } from '#engine/market/parse-time';
import type { ExchangeSource } from '#sources/exchanges/exchange-source';
import { fundingPages } from '#sources/exchanges/funding-pages';
import { openExchange } from '#sources/exchanges/open-exchange';
import { patiently } from '#sources/patiently';
import { countText } from './csv-import/import-report';
import { withDatabase } from './csv-import/with-database';
import { databaseUrl } from './database-url';
import { messageOf } from './message-of';
import { nameWithin, timeOption } from './option-parsers';
import { EXIT_CODES, type Output, type Shell } from './shell';

interface BackfillFundingOptions {
  readonly exchange: string;
  readonly symbol: string;
  /** Both in ms. */
  readonly from: number;
  readonly to?: number;
  readonly json?: true;
}

interface Backfilled {
  read: number;
  inserted: number;
  updated: number;
  /** When the last payment that is stored was made. */
  until: Date | undefined;
}

const NOTES = `
Requests to exchanges carry no key; "sim" is a simulation that needs no network. A payment that is stored already
stays as it is, and is corrected where the exchange reports another rate; what it was before is kept as a revision.
After an interruption run the same command again.

Exit codes: 0 every payment of the time is stored, 1 could not run or go on, 130 interrupted.`;

export function addBackfillFundingCommand(program: Command, shell: Shell): void {
  program
    .command('backfill-funding')
    .description('fetch the settled funding rates of a perpetual swap from its exchange and store them')
    .requiredOption('--exchange <exchange>', 'such as binance', nameWithin(64))
    .requiredOption('--symbol <symbol>', 'such as BTC/USDT:USDT', nameWithin(128))
    .requiredOption('--from <time>', 'day or date-time', timeOption('first'))
    .option('--to <time>', 'day or date-time, inclusive; now unless given', timeOption('last'))
    .option('--json', 'print one JSON object at the end')
    .addHelpText('after', NOTES)
    .action((options: BackfillFundingOptions) => runBackfillFunding(shell, options));
}

async function runBackfillFunding(shell: Shell, options: BackfillFundingOptions): Promise<void> {
  const { exchange, symbol, from, to: requestedEnd, json } = options;
  const to = Math.min(requestedEnd ?? Date.now(), Date.now());
  if (from > to) throw new Error('--from must not be after --to, nor after now');
  const signal = shell.interruption();
  const startedAt = Date.now();
  const done: Backfilled = { read: 0, inserted: 0, updated: 0, until: undefined };
  const environment = shell.readEnvironment();
  const database = databaseUrl(environment);
  const source = await openExchange(exchange, { endpoints: environment.exchangeEndpoints });
  try {
    await withDatabase(database, (dataSource) =>
      backfill(
        new FundingRates(dataSource),
        source,
        { symbol, from, to },
        { signal, done, errors: shell.errors },
      ),
    );
  } catch (error) {
    if (!signal.aborted) throw new Error(storedText(done) + messageOf(error), { cause: error });
  } finally {
    await source.close();
  }

  const unchanged = done.read - done.inserted - done.updated;
  const { read, inserted, updated } = done;
  const seconds = (Date.now() - startedAt) / 1000;
  const report = { exchange, symbol, from: formatDateTime(from), to: formatDateTime(to) };
  shell.output.write(
    json
      ? `${JSON.stringify({ ...report, read, inserted, updated, unchanged, seconds })}\n`
      : `${exchange} ${symbol}: ${countText(read)} rows in ${seconds.toFixed(1)} s ` +
          `(${countText(inserted)} inserted, ${countText(updated)} updated, ${countText(unchanged)} unchanged)\n`,
  );
  if (!signal.aborted) return;
  shell.errors.write(`Interrupted. ${storedText(done)}The same command again goes on from there.\n`);
  shell.exitCode = EXIT_CODES.interrupted;
}

/** Counts in `done` what is stored, so that it is known whatever happens next. */
async function backfill(
  rates: FundingRates,
  source: ExchangeSource,
  { symbol, from, to }: { readonly symbol: string; readonly from: number; readonly to: number },
  {
    signal,
    done,
    errors,
  }: { readonly signal: AbortSignal; readonly done: Backfilled; readonly errors: Output },
): Promise<void> {
  const fetch = (since: number) =>
    patiently(() => source.fetchFunding(symbol, since, signal), {
      signal,
      onPause: ({ message }, milliseconds) =>
        errors.write(`${message}; requesting again in ${milliseconds / 1000} s\n`),
    });
  for await (const page of fundingPages(fetch, { from, to })) {
    const { inserted, updated } = await rates.upsert({ exchange: source.exchange, symbol }, page);
    done.read += page.length;
    done.inserted += inserted;
    done.updated += updated;
    done.until = page[page.length - 1].fundingTime;
    if (signal.aborted) return;
  }
}

function storedText({ until }: Backfilled): string {
  return until ? `Funding is stored up to ${formatDateTime(until.getTime())}. ` : '';
}
