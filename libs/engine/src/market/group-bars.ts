import { INTERVALS, intervalSeconds } from './interval';

interface BarGroups {
  /** How many bars a group spans where none is missing. */
  readonly barsPerGroup: number;
  /** Begin of each group, in ms. */
  readonly times: readonly number[];
  /** Index of the last bar of each. */
  readonly lastBars: readonly number[];
}

/**
 * The bars from an index up to another one in at most `most` groups (at least 2) of equal length in time, which begin at multiples of it since
 * 1970 UTC: of an interval that candles have where one is long enough, so that groups are as candles of that interval; each bar by itself
 * where there are no more than that. Bars by their opens, in ms.
 */
export function groupBars(
  openTime: Float64Array,
  { from, to }: { readonly from: number; readonly to: number },
  seconds: number,
  most: number,
): BarGroups {
  const barsPerGroup = to - from <= most ? 1 : barsOfGroup(openTime[to - 1] - openTime[from], seconds, most);
  const length = barsPerGroup * seconds * 1000;
  const times: number[] = [];
  const lastBars: number[] = [];
  for (let bar = from; bar < to; bar++) {
    const time = barsPerGroup === 1 ? openTime[bar] : Math.floor(openTime[bar] / length) * length;
    if (time !== times.at(-1)) times.push(time);
    lastBars[times.length - 1] = bar;
  }
  return { barsPerGroup, times, lastBars };
}

function barsOfGroup(span: number, seconds: number, most: number): number {
  // A span that begins within a group needs one more.
  const fewest = Math.floor(span / (seconds * 1000) / (most - 1)) + 1;
  const interval = INTERVALS.map((each) => intervalSeconds(each) / seconds).find(
    (bars) => bars >= fewest && Number.isInteger(bars),
  );
  return interval ?? fewest;
}
