import { type Indicator } from './indicator';

/** Bars to load from before a run, so that no value of the indicator within it depends on where the candles begin. */
export function runWarmup<Parameter extends string>(
  indicator: Pick<Indicator<Parameter>, 'lookback' | 'warmup' | 'warmupOfRuns'>,
  parameters: Readonly<Record<Parameter, number>>,
): number {
  return (
    indicator.warmupOfRuns?.(parameters) ?? indicator.warmup(parameters) ?? indicator.lookback(parameters)
  );
}
