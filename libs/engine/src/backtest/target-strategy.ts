import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { type BarTimes, type Strategy, type StrategyParameters } from './strategy';

/** How targets are traded. */
export interface TargetTrading {
  /** Trades at each bar, not only where the target is another one. */
  readonly rebalance: boolean;
  /** A target that is no farther from the share held at the fill is not traded; 0 is always. */
  readonly threshold: number;
}

/** A strategy that says at each close which share of the equity is to be held, instead of when to enter and to leave. */
export interface TargetStrategy extends Omit<Strategy, 'signals' | 'positionRules'> {
  trading(parameters: StrategyParameters): TargetTrading;
  /** From -1 to 1, decided at the close of each bar; NaN: as before. Nothing is held before the first. */
  targets(
    candles: CandleColumns,
    parameters: StrategyParameters,
    indicators: IndicatorMemo,
    times: BarTimes,
  ): Float64Array;
}
