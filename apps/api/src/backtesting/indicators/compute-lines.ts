import type { StrategyParameters } from '#engine/backtest/strategy';
import { type CandleColumns, firstCandleAtOrAfter } from '#engine/market/candle-columns';
import { groupBars } from '#engine/market/group-bars';
import type { LineScale } from '#engine/strategies/line-scale';
import type { StrategyDeclaration } from '#engine/strategies/registry';
import { strategyLines } from '#engine/strategies/strategy-lines';

export interface LinesTask {
  readonly declaration: StrategyDeclaration;
  readonly parameters: StrategyParameters;
  /** All of the run, warm-up included. */
  readonly candles: CandleColumns;
  readonly intervalSeconds: number;
  /** Opens of the bars that are shown, in ms, both inclusive. */
  readonly start: number;
  readonly end: number;
  readonly points: number;
}

interface ShownLine extends LineScale {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface ShownLines {
  /** Bars in the range. */
  readonly total: number;
  readonly barsPerPoint: number;
  readonly times: readonly number[];
  readonly lines: readonly ShownLine[];
}

/** Computes the lines from the first candle of the run on, and takes the last bar of each point. */
export function computeLines({ declaration, parameters, candles, ...shown }: LinesTask): ShownLines {
  const from = firstCandleAtOrAfter(candles, shown.start);
  const to = Math.max(from, firstCandleAtOrAfter(candles, shown.end + 1));
  const lines = strategyLines(declaration, parameters, candles);
  const range = { from, to };
  const groups = groupBars(candles.openTime, range, shown.intervalSeconds, shown.points);
  return {
    total: to - from,
    barsPerPoint: groups.barsPerGroup,
    times: groups.times,
    lines: lines.map(({ name, panel, unit, values }) => ({
      name,
      panel,
      unit,
      values: groups.lastBars.map((bar) => (Number.isFinite(values[bar]) ? values[bar] : null)),
    })),
  };
}
