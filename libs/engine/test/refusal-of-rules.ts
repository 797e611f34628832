import { BacktestRefusal } from '../src/backtest/backtest-refusal';
import { compileRules } from '../src/rules/compile-rules';

/** Parameters with one rule. */
export const entry = (condition: unknown) => ({ rules: { entry_long: condition } });
export const above = (value: unknown) => entry({ gt: ['close', value] });

/** What compileRules says when it refuses these parameters; anything else is an error. */
export function refusalOf(parameters: unknown): string {
  try {
    compileRules(parameters);
  } catch (error) {
    if (error instanceof BacktestRefusal) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}
