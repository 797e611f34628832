import { Execution, PLAIN_EXECUTION } from './execution';

/** How the benchmark holds: at the costs of the execution, with all of the capital, and without what would end it. */
export function holdingExecution(execution: Execution): Execution {
  const { sizing, leverage, stopLoss, takeProfit, trailingStop } = PLAIN_EXECUTION;
  return { ...execution, sizing, leverage, stopLoss, takeProfit, trailingStop };
}
