import { columnOfFeature } from '../features/feature-column';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { readExpression } from '../rules/expression';
import { type AlignedMembers } from './align-members';
import { type RankSource } from './portfolio-settings';

/** By what a member is ranked at the close of a bar, from nothing later; NaN where it has no such value. */
export type Score = (member: number, bar: number) => number;

/** Columns of a rank source, made once a run: every value comes from its bar and those before. */
export function scoreMembers(source: RankSource, { members }: AlignedMembers): Score {
  if (source.kind === 'momentum') {
    const { lookbackBars, skipBars } = source;
    return (member, bar) => {
      const { close } = members[member];
      const before = bar - skipBars - lookbackBars;
      return before < 0 ? NaN : close[bar - skipBars] / close[before] - 1;
    };
  }
  const columns = members.map(({ candles, times }) => {
    if (source.kind === 'feature') return columnOfFeature(candles, source.name);
    return readExpression(source.expression, 'rule').column(candles, new IndicatorMemo(), times);
  });
  const candlesBefore = members.map(({ candleAt }) => lastCandles(candleAt));
  return (member, bar) => {
    const candle = candlesBefore[member][bar];
    return candle < 0 ? NaN : columns[member][candle];
  };
}

/** The last candle at or before each bar, -1 before the first. */
function lastCandles(candleAt: Int32Array): Int32Array {
  let last = -1;
  // Where no bar is missing, the candles are the bars.
  if (candleAt.every((candle, bar) => candle === bar)) return candleAt;
  return candleAt.map((candle) => (last = candle < 0 ? last : candle));
}
