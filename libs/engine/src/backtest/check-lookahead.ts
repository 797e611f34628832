import { IndicatorMemo } from '../indicators/indicator-memo';
import { barCloses } from '../calendar/bar-closes';
import { dataKnownBy } from '../known-data/known-data';
import { sliceCandleColumns } from '../market/candle-columns';
import { holdsTargets } from './any-strategy';
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
 * cuts, and signals (or what position rules decided), trades closed and equity before a cut must be equal to the bit. The cuts are spread evenly over the
 * range and moved to right after the next change of the signals, since a rule that peeks gives itself away where it
 * speaks. Idea: freqtrade's lookahead-analysis.
 */
export function checkLookahead(input: BacktestInput, result: Run, cuts = 5): LookaheadCheck {
  const signals = signalsOf(input);
  const barsToCutAt = cutPoints(input, signals, cuts);
  for (const barsGiven of barsToCutAt) {
    const candles = sliceCandleColumns(input.candles, 0, barsGiven);
    const truncatedInput = {
      ...input,
      candles,
      indicators: new IndicatorMemo(),
      ...(input.data && { data: dataKnownBy(input.data, lastClose(candles.openTime, input)) }),
    };
    const { equity, account, decided } = simulateStrategy(truncatedInput);
    const difference =
      signalDifference(signals, decided ?? signalsOf(truncatedInput)) ??
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

/** What was known at the close of the last bar is all that the run without the future knows. */
export function lastClose(
  openTime: Float64Array,
  { intervalSeconds, calendar }: Pick<BacktestInput, 'intervalSeconds' | 'calendar'>,
): number {
  return barCloses(openTime.subarray(-1), intervalSeconds, calendar)[0];
}

/** Numbers of bars to run on, ascending and different from each other. */
function cutPoints(input: BacktestInput, signals: Decided | null, cuts: number): number[] {
  const { candles, tradeFrom, strategy, parameters, execution } = input;
  // Two bars more than the run needs to speak; one less than there are.
  const fewest = Math.max(tradeFrom, requiredWarmupBars(strategy, parameters, execution)) + 2;
  const most = candles.length - 1;
  const points = new Set<number>();
  for (let cut = 1; cut <= cuts; cut++) {
    const even = Math.round(fewest + ((most - fewest) * cut) / (cuts + 1));
    if (even < fewest || even > most) continue;
    let next = even;
    if (signals !== null) while (next <= most && Object.is(signals[next - 1], signals[next - 2])) next++;
    points.add(next <= most ? next : even);
  }
  return [...points].sort((a, b) => a - b);
}

/** What was decided at each bar: signals, what position rules decided, or targets. */
type Decided = Uint8Array | Uint32Array | Float64Array;

/** Null for a strategy of orders, whose plan is made before the first bar. */
function signalsOf(input: BacktestInput): Decided | null {
  const { strategy, candles, parameters, indicators = new IndicatorMemo() } = input;
  if (placesOrders(strategy)) return null;
  if (holdsTargets(strategy)) return strategy.targets(candles, parameters, indicators, input);
  if (strategy.positionRules) return simulateStrategy(input).decided!;
  return strategy.signals(candles, parameters, indicators, input);
}

export type Difference = Omit<LookaheadDifference, 'barsGiven'>;

export function signalDifference(whole: Decided | null, truncated: Decided | null): Difference | null {
  if (whole === null || truncated === null) return null;
  const index = truncated.findIndex((signal: number, bar: number) => !Object.is(signal, whole[bar]));
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
  return (Object.keys(one) as (keyof Any)[]).every((field) => equalValues(one[field], other[field]));
}

/** A list, of the legs of a trade, is equal where all in it is. */
function equalValues(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((item: object, index) => equalTrades(item, other[index]));
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
