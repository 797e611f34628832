import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type BarTimes } from '../backtest/strategy';
import { type CandleColumns, firstCandleAtOrAfter, sliceCandleColumns } from '../market/candle-columns';
import { findEnds, type SeriesEnd } from './find-ends';
import { type PortfolioInput, type PortfolioMember } from './portfolio';
import { mergeTimes } from './merge-times';

/** Most bars of the account times members that one run holds in memory. */
export const MAXIMUM_MEMBER_BARS = 6_000_000;

/** A member on the bars of the account, which are numbered from the first that any member has, warm-up included. */
export interface AlignedMember {
  readonly name: string;
  readonly candles: CandleColumns;
  /** Of its candles, with what else is known of it. */
  readonly times: BarTimes;
  /** At each bar of the account, the last known; NaN before the first. */
  readonly close: Float64Array;
  /** Index of its candle at each bar of the account, or -1. */
  readonly candleAt: Int32Array;
  /** The first bar at which it has a candle; the number of bars where it has none. */
  readonly firstBar: number;
  /** The bars in which it belongs to the universe: from (inclusive), to (exclusive). */
  readonly from: number;
  readonly to: number;
  /** When its series is delisted, ascending. */
  readonly ends: readonly SeriesEnd[];
}

export interface AlignedMembers {
  /** Opens of the account's bars, in ms: the union of the members'. */
  readonly openTime: Float64Array;
  /** The first bar inside the requested range; those before it warm up. */
  readonly first: number;
  readonly members: readonly AlignedMember[];
}

/** Puts the members on the bars of one account. Throws BacktestRefusal where they would not fit into memory. */
export function alignMembers({ members, range, intervalSeconds }: PortfolioInput): AlignedMembers {
  const candles = members.map((member) => upTo(member.candles, range.to));
  const openTime = mergeTimes(candles.map((columns) => columns.openTime));
  if (openTime.length * members.length > MAXIMUM_MEMBER_BARS) {
    throw new BacktestRefusal(
      `${members.length} members on ${openTime.length} bars are more than the ${MAXIMUM_MEMBER_BARS} closes that a run may hold: ` +
        'take a coarser interval, a shorter range or fewer members',
    );
  }
  const everyBar = new Int32Array(openTime.length);
  for (let bar = 0; bar < everyBar.length; bar++) everyBar[bar] = bar;
  const names = nameMembers(members);
  return {
    openTime,
    first: firstAtOrAfter(openTime, range.from),
    members: members.map(({ from, to, calendar, data }, index) => {
      const { close, candleAt, firstBar } = alignMember(openTime, everyBar, candles[index]);
      return {
        name: names[index],
        candles: candles[index],
        times: data ? { intervalSeconds, calendar, data } : { intervalSeconds, calendar },
        close,
        candleAt,
        firstBar,
        from: from === null ? 0 : firstAtOrAfter(openTime, from),
        to: to === null ? openTime.length : firstAtOrAfter(openTime, to),
        ends:
          candleAt === everyBar && to === null
            ? []
            : findEnds(candleAt, openTime, to, intervalSeconds, calendar),
      };
    }),
  };
}

/** By symbol, with the exchange where several are in the universe. */
function nameMembers(members: readonly PortfolioMember[]): string[] {
  const severalExchanges = new Set(members.map(({ exchange }) => exchange)).size > 1;
  return members.map(({ exchange, symbol }) => (severalExchanges ? `${exchange}:${symbol}` : symbol));
}

function upTo(candles: CandleColumns, time: number): CandleColumns {
  const end = firstCandleAtOrAfter(candles, time);
  return end === candles.length ? candles : sliceCandleColumns(candles, 0, end);
}

function alignMember(
  openTime: Float64Array,
  everyBar: Int32Array,
  candles: CandleColumns,
): Pick<AlignedMember, 'close' | 'candleAt' | 'firstBar'> {
  const bars = openTime.length;
  // No bar is missing: the columns are the account's as they are.
  if (candles.length === bars) return { close: candles.close, candleAt: everyBar, firstBar: 0 };
  const close = new Float64Array(bars);
  const candleAt = new Int32Array(bars);
  let candle = 0;
  let known = NaN;
  for (let bar = 0; bar < bars; bar++) {
    const has = candle < candles.length && candles.openTime[candle] === openTime[bar];
    if (has) known = candles.close[candle];
    candleAt[bar] = has ? candle++ : -1;
    close[bar] = known;
  }
  const firstBar = candles.length === 0 ? bars : firstAtOrAfter(openTime, candles.openTime[0]);
  return { close, candleAt, firstBar };
}

export function firstAtOrAfter(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
