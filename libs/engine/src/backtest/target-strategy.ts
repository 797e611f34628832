import { type CandleColumns } from '../market/candle-columns';
import { type AnyStrategy } from './order-strategy';
import { type Strategy } from './strategy';

/** A strategy that says at each close which share of the equity is to be held, instead of when to enter and to leave. */
export interface TargetStrategy extends Omit<Strategy, 'signals' | 'knownBy'> {
  /** Trades at each bar, not only where the target is another one. */
  readonly rebalance: boolean;
  /** A target that is no farther from the share held at the fill is not traded; 0 is always. */
  readonly threshold: number;
  knownBy?(time: number): TargetStrategy;
  /** From -1 to 1, decided at the close of each bar; NaN: as before. Nothing is held before the first. */
  targets(candles: CandleColumns): Float64Array;
}

export type SimulatedStrategy = AnyStrategy | TargetStrategy;

export function holdsTargets(strategy: SimulatedStrategy): strategy is TargetStrategy {
  return 'targets' in strategy;
}
