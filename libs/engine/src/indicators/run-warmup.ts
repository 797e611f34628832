import { type Indicator } from './indicator';

/**
 * Bars to load from before a run, so that no value of the indicator within it depends on where the candles begin; where no
 * number of bars is enough for that, those after which what it is made of has settled, or that it takes to its first value.
 */
export function runWarmup<Parameter extends string>(
  indicator: Pick<Indicator<Parameter>, 'lookback' | 'warmup' | 'warmupOfParts'>,
  parameters: Readonly<Record<Parameter, number>>,
): number {
  return (
    indicator.warmup(parameters) ?? indicator.warmupOfParts?.(parameters) ?? indicator.lookback(parameters)
  );
}
