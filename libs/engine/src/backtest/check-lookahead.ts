import { IndicatorMemo } from '../indicators/indicator-memo';
import { sliceCandleColumns } from '../market/candle-columns';
import { placesOrders } from './order-strategy';
import { type BacktestInput, type BacktestResult, requiredWarmupBars } from './run-backtest';
import { simulateStrategy } from './simulate-strategy';

export type LookaheadCheck =
  | {
      readonly passed: true;
      /** How many truncations were compared; 0 when the range is too short to be cut. */
      readonly cuts: number;
    }
  | { readonly passed: false; readonly difference: LookaheadDifference };

/** The first thing that a run without the future did otherwise. */
export interface LookaheadDifference {
  /** `decision`: the target weights of a portfolio. */
  readonly kind: 'signal' | 'decision' | 'trade' | 'equity';
  /** Bars that the truncated run was given, from the start of the candles. */
  readonly barsGiven: number;
  /** Bar of the signal, the decision or the equity; index of the trade among the trades. */
  readonly index: number;
  readonly whole: unknown;
  readonly truncated: unknown;
}

type Run = Pick<BacktestResult, 'trades' | 'equity'>;

/**
 * Whether a run would have done the same without knowing what came later: it is repeated on the candles up to several
 * cuts, and signals, trades closed and equity before a cut must be equal to the bit. The cuts are spread evenly over the
 * range and moved to right after the next change of the signals, since a rule that peeks gives itself away where it
 * speaks. Idea: freqtrade's lookahead-analysis.
 */
export function checkLookahead(input: BacktestInput, result: Run, cuts = 5): LookaheadCheck {
  const signals = signalsOf(input);
  const barsToCutAt = cutPoints(input, signals, cuts);
  for (const barsGiven of barsToCutAt) {
    const candles = sliceCandleColumns(input.candles, 0, barsGiven);
    const truncatedInput = { ...input, candles, indicators: new IndicatorMemo() };
    const { equity, account } = simulateStrategy(truncatedInput);
    const difference =
      signalDifference(signals, signalsOf(truncatedInput)) ??
      tradeDifference(
        result.trades.filter(({ exitIndex }) => exitIndex < barsGiven),
        // The truncated run closes what it holds at its last close, for lack of data that the whole run has.
        account.trades.filter(({ exitReason }) => exitReason !== 'end_of_data'),
      ) ??
      equityDifference(result.equity, equity, input.tradeFrom);
    if (difference !== null) return { passed: false, difference: { ...difference, barsGiven } };
  }
  return { passed: true, cuts: barsToCutAt.length };
}

/** Numbers of bars to run on, ascending and different from each other. */
function cutPoints(input: BacktestInput, signals: Uint8Array | null, cuts: number): number[] {
  const { candles, tradeFrom, strategy, parameters, execution } = input;
  // Two bars more than the run needs to speak; one less than there are.
  const fewest = Math.max(tradeFrom, requiredWarmupBars(strategy, parameters, execution)) + 2;
  const most = candles.length - 1;
  const points = new Set<number>();
  for (let cut = 1; cut <= cuts; cut++) {
    const even = Math.round(fewest + ((most - fewest) * cut) / (cuts + 1));
    if (even < fewest || even > most) continue;
    let next = even;
    if (signals !== null) while (next <= most && signals[next - 1] === signals[next - 2]) next++;
    points.add(next <= most ? next : even);
  }
  return [...points].sort((a, b) => a - b);
}

/** Null for a strategy of orders, whose plan is made before the first bar. */
function signalsOf({ strategy, candles, parameters, indicators }: BacktestInput): Uint8Array | null {
  if (placesOrders(strategy)) return null;
  return strategy.signals(candles, parameters, indicators ?? new IndicatorMemo());
}

export type Difference = Omit<LookaheadDifference, 'barsGiven'>;

export function signalDifference(whole: Uint8Array | null, truncated: Uint8Array | null): Difference | null {
  if (whole === null || truncated === null) return null;
  const index = truncated.findIndex((signal, bar) => signal !== whole[bar]);
  return index < 0 ? null : { kind: 'signal', index, whole: whole[index], truncated: truncated[index] };
}

/** The first of two lists of trades that is not the same in both; a trade is plain data. */
export function tradeDifference<Any extends object>(
  whole: readonly Any[],
  truncated: readonly Any[],
): Difference | null {
  for (let index = 0; index < Math.max(whole.length, truncated.length); index++) {
    if (!equalTrades(whole[index], truncated[index])) {
      return {
        kind: 'trade',
        index,
        whole: whole[index] ?? null,
        truncated: truncated[index] ?? null,
      };
    }
  }
  return null;
}

function equalTrades<Any extends object>(one: Any | undefined, other: Any | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (Object.keys(one) as (keyof Any)[]).every((field) => Object.is(one[field], other[field]));
}

/** The last value is of the truncated run alone, which closes there. */
export function equityDifference(
  whole: Float64Array,
  truncated: Float64Array,
  tradeFrom: number,
): Difference | null {
  for (let index = 0; index < truncated.length - 1; index++) {
    if (whole[index] !== truncated[index]) {
      return { kind: 'equity', index: tradeFrom + index, whole: whole[index], truncated: truncated[index] };
    }
  }
  return null;
}
