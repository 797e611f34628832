import { type CandleColumns } from '../market/candle-columns';
import { DAY_MILLISECONDS } from '../calendar/day';
import { formatDateTime } from '../market/parse-time';
import { type Account } from './account';
import { type Execution } from './execution';
import { type FundingColumns, settlementTime } from './funding';

/** Of `settledBars` candles before the range no value within it would depend on where they begin; with `warmupBars` there are signals. */
export function warmupWarnings(
  { openTime, length }: CandleColumns,
  tradeFrom: number,
  warmupBars: number,
  settledBars: number,
): string[] {
  if (tradeFrom >= settledBars) return [];
  const timeOf = (bar: number) => `the candle of ${formatDateTime(openTime[bar])}`;
  const settled = settledBars < length ? `before ${timeOf(settledBars)}` : 'in the whole range';
  const unsettled = `values ${settled} depend on where the stored candles begin`;
  if (tradeFrom >= warmupBars) {
    return [
      `only ${tradeFrom} of the ${settledBars} candles that averages carried on settle on exist before the range: ${unsettled}`,
    ];
  }
  const cold =
    `only ${tradeFrom} of the ${warmupBars} candles that the strategy warms up on exist before the range: ` +
    `no signal before ${timeOf(warmupBars)}`;
  return [settledBars > warmupBars ? `${cold}, and ${unsettled}` : cold];
}

/** Funding that is missing wholly, or for more than a day at either end of the range (no exchange settles less often). */
export function fundingWarnings(
  { openTime, length }: CandleColumns,
  tradeFrom: number,
  { funding: mode }: Execution,
  funding: FundingColumns | null,
): string[] {
  if (mode === 'off') return [];
  const start = openTime[tradeFrom];
  const end = openTime[length - 1];
  const times = funding?.time.filter((time) => time >= start && time <= end + DAY_MILLISECONDS) ?? [];
  if (times.length === 0) {
    return mode === 'expected' ? ['no funding data in the range: the run neither pays nor receives any'] : [];
  }
  const first = settlementTime(times[0]);
  const last = settlementTime(times[times.length - 1]);
  if (first - start <= DAY_MILLISECONDS && end - last <= DAY_MILLISECONDS) return [];
  return [
    `funding data only from ${formatDateTime(first)} to ${formatDateTime(last)}: ` +
      'outside of it the run neither pays nor receives any',
  ];
}

/** What of an account its warnings are about. */
export type WarnedAccount = Readonly<
  Pick<
    Account,
    | 'liquidations'
    | 'unaffordableEntries'
    | 'reducedEntries'
    | 'contradictoryEntries'
    | 'skippedReductions'
    | 'ambiguousBars'
    | 'bankrupt'
    | 'unpaidLoss'
  >
>;

export function accountWarnings(account: WarnedAccount, execution: Execution): string[] {
  const { lotSize, fill } = execution;
  const warnings: string[] = [];
  if (fill === 'close') {
    warnings.push('orders are filled at the very close that decides them, which no live order can do');
  }
  if (account.liquidations > 0) warnings.push(`positions liquidated: ${account.liquidations}`);
  if (account.unaffordableEntries > 0) {
    const least = lotSize === null ? 'the requested quantity' : `one lot of ${lotSize}`;
    warnings.push(`entries skipped because the cash did not buy ${least}: ${account.unaffordableEntries}`);
  }
  if (account.reducedEntries > 0) {
    warnings.push(
      `entries made smaller than requested because the cash did not buy it all: ${account.reducedEntries}`,
    );
  }
  if (account.contradictoryEntries > 0) {
    warnings.push(
      `entries skipped because their bar also said the contrary: ${account.contradictoryEntries}`,
    );
  }
  if (account.skippedReductions > 0) {
    warnings.push(
      `partial exits skipped because their share was less than one lot of ${lotSize}: ${account.skippedReductions}`,
    );
  }
  if (account.ambiguousBars > 0) {
    warnings.push(
      'bars whose prices allow several orders of events, each taken in the order that is worst for the account: ' +
        `${account.ambiguousBars}`,
    );
  }
  const { bankrupt, unpaidLoss } = account;
  if (bankrupt) {
    warnings.push(
      'the account went bankrupt and the run stopped there' +
        (unpaidLoss > 0 ? `; a loss of ${unpaidLoss} beyond the capital was written off` : ''),
    );
  } else if (unpaidLoss > 0) {
    warnings.push(`a loss of ${unpaidLoss} beyond the margin of liquidated positions was written off`);
  }
  return warnings;
}
