import { type OrderStrategy } from './order-strategy';
import { type Strategy } from './strategy';
import { type TargetStrategy } from './target-strategy';

export type AnyStrategy = Strategy | OrderStrategy | TargetStrategy;

export function givesSignals(strategy: AnyStrategy): strategy is Strategy {
  return 'signals' in strategy;
}

export function holdsTargets(strategy: AnyStrategy): strategy is TargetStrategy {
  return 'targets' in strategy;
}

/** Why a strategy cannot be used where signals are. */
export function describeOwnOrders(strategy: AnyStrategy): string {
  return holdsTargets(strategy)
    ? `${strategy.name} says how much is held`
    : `${strategy.name} places orders of its own`;
}
