import type { StrategyParameters } from '#engine/backtest/strategy';
import { wordOrNumber } from '#engine/portfolio-search/parameter-words';

/** Of a portfolio's search some settings are words. */
export const PARAMETER_VALUE = { oneOf: [{ type: 'number' }, { type: 'string' }] } as const;

export type ParameterValues = Readonly<Record<string, number | string>>;

/** A combination as it was requested: words in place of their indices. */
export function toParameterValues(parameters: StrategyParameters): ParameterValues {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, wordOrNumber(name, value)]),
  );
}
