import { fundingWarnings } from '../backtest/backtest-warnings';
import { observationWarnings } from '../performance/observation-warnings';
import { type AlignedMembers, firstAtOrAfter } from './align-members';
import { listNames } from './decision-notes';
import { type PortfolioInput } from './portfolio';
import { portfolioSettlingBars } from './portfolio-warmup';

/** What a reader should know of the data of a run. */
export function portfolioWarnings(input: PortfolioInput, aligned: AlignedMembers): string[] {
  const { openTime, first } = aligned;
  return [
    ...absenceWarnings(aligned),
    ...settlingWarnings(input, aligned),
    ...memberFundingWarnings(input, aligned),
    ...observationWarnings(openTime.subarray(first), input.intervalSeconds, input.calendar),
  ];
}

function absenceWarnings({ members, first, openTime }: AlignedMembers): string[] {
  const absent = members.filter(
    ({ candles, from, to }) =>
      firstAtOrAfter(candles.openTime, openTime[Math.max(first, from)] ?? Infinity) >=
      firstAtOrAfter(candles.openTime, openTime[to] ?? Infinity),
  );
  if (absent.length === 0) return [];
  const names = listNames(absent.map(({ name }) => name));
  return [`members without a candle in the range while they belong to the universe: ${names}`];
}

/** Of members that have a candle by the first bar: what is listed later has no history. */
function settlingWarnings({ members, settings }: PortfolioInput, aligned: AlignedMembers): string[] {
  const begin = aligned.openTime[aligned.first];
  // The executions of the members differ in their fees alone.
  const bars = portfolioSettlingBars(settings, members[0].execution);
  const unsettled = aligned.members.filter(
    ({ candles: { openTime } }) => openTime[0] <= begin && firstAtOrAfter(openTime, begin) < bars,
  );
  if (unsettled.length === 0) return [];
  const names = listNames(unsettled.map(({ name }) => name));
  return [`members whose first values in the range depend on where their stored candles begin: ${names}`];
}

/** The same warning of several members is one, which names them. */
function memberFundingWarnings({ members }: PortfolioInput, aligned: AlignedMembers): string[] {
  const named = new Map<string, string[]>();
  members.forEach(({ execution, funding }, index) => {
    const { candles, name } = aligned.members[index];
    const tradeFrom = firstAtOrAfter(candles.openTime, aligned.openTime[aligned.first]);
    if (tradeFrom === candles.length) return;
    for (const warning of fundingWarnings(candles, tradeFrom, execution, funding)) {
      named.set(warning, [...(named.get(warning) ?? []), name]);
    }
  });
  return [...named].map(([warning, names]) => `${listNames(names)}: ${warning}`);
}
