import { fundingWarnings } from '../backtest/backtest-warnings';
import { candleWarnings } from '../market/gap-warnings';
import { formatDateTime } from '../market/parse-time';
import { observationWarnings } from '../performance/observation-warnings';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { type AlignedMember, type AlignedMembers, firstAtOrAfter } from './align-members';
import { dataReaders } from './data-readers';
import { listNames } from './decision-notes';
import { type PortfolioInput } from './portfolio';
import { type PortfolioSettings } from './portfolio-settings';
import { portfolioSettlingBars } from './portfolio-warmup';

/** What a reader should know of the data of a run. */
export function portfolioWarnings(input: PortfolioInput, aligned: AlignedMembers): string[] {
  const { openTime, first } = aligned;
  return [
    ...seriesWarnings(input, aligned),
    ...settlingWarnings(input, aligned),
    ...observationWarnings(openTime.subarray(first), input.intervalSeconds, input.calendar),
  ];
}

/** What a reader should know of the members' series and of what is read beside them, however the account is observed. */
export function seriesWarnings({ members, settings }: PortfolioInput, aligned: AlignedMembers): string[] {
  return [
    ...absenceWarnings(aligned),
    ...returnWarnings(aligned),
    ...namedOnce(aligned, candleWarningsOfMembers(aligned)),
    ...memberDataWarnings(settings, aligned),
    ...namedOnce(aligned, ({ candles }, tradeFrom, index) =>
      fundingWarnings(candles, tradeFrom, members[index].execution, members[index].funding),
    ),
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

/** A hole in the data of a member is the end of its series until the next candle, and is sold as one. */
function returnWarnings({ members, openTime, first }: AlignedMembers): string[] {
  const returned = members.flatMap(({ name, ends }) =>
    ends
      .filter(({ from, until }) => from >= first && until < openTime.length)
      .map(
        ({ from, until }) =>
          `${name} (${formatDateTime(openTime[from])} to ${formatDateTime(openTime[until])})`,
      ),
  );
  if (returned.length === 0) return [];
  return [`counted as delisted until they had candles again: ${listNames(returned)}`];
}

/** Members that have all bars have the same to say: it is found once for those that begin and end together. */
function candleWarningsOfMembers({ openTime: bars }: AlignedMembers): WarningsOfMember {
  const ofComplete = new Map<string, readonly string[]>();
  return ({ candles: { openTime }, times: { intervalSeconds, calendar }, to }, tradeFrom) => {
    const end = firstAtOrAfter(openTime, bars[to] ?? Infinity);
    const isComplete = openTime.length === bars.length;
    const key = `${calendar} ${tradeFrom} ${end}`;
    const warnings =
      (isComplete ? ofComplete.get(key) : undefined) ??
      candleWarnings(openTime.subarray(tradeFrom, end), intervalSeconds, calendar);
    if (isComplete) ofComplete.set(key, warnings);
    return warnings;
  };
}

/** What the members say of what decisions read besides their candles. */
function memberDataWarnings(settings: PortfolioSettings, aligned: AlignedMembers): string[] {
  const readers = dataReaders(settings);
  return namedOnce(aligned, ({ candles, times }, tradeFrom) => {
    const indicators = new IndicatorMemo();
    const warnings = readers.flatMap((reader) => reader.dataWarnings(candles, tradeFrom, indicators, times));
    indicators.release();
    return warnings;
  });
}

/** `tradeFrom`: a member's first candle that counts. */
type WarningsOfMember = (member: AlignedMember, tradeFrom: number, index: number) => readonly string[];

/** The same warning of several members is one, which names them. */
function namedOnce({ members, openTime, first }: AlignedMembers, warningsOf: WarningsOfMember): string[] {
  const named = new Map<string, string[]>();
  members.forEach((member, index) => {
    const { candles, name, from } = member;
    const tradeFrom = firstAtOrAfter(candles.openTime, openTime[Math.max(first, from)] ?? Infinity);
    if (tradeFrom === candles.length) return;
    for (const warning of warningsOf(member, tradeFrom, index)) {
      named.set(warning, [...(named.get(warning) ?? []), name]);
    }
  });
  return [...named].map(([warning, names]) => `${listNames(names)}: ${warning}`);
}
