import { BacktestRefusal } from '#engine/backtest/backtest-refusal';

/** What comes back from a thread. An error's class does not survive the way between threads, so a refusal is an answer. */
export type ThreadAnswer<Result> = { readonly result: Result } | { readonly refusal: string };

/** In the thread. */
export function answering<Task, Result>(work: (task: Task) => Result): (task: Task) => ThreadAnswer<Result> {
  return (task) => {
    try {
      return { result: work(task) };
    } catch (error) {
      if (error instanceof BacktestRefusal) return { refusal: error.message };
      throw error;
    }
  };
}

/** In the process that waits for it; throws BacktestRefusal where the thread did. */
export function resultOf<Result>(answer: ThreadAnswer<Result>): Result {
  if ('refusal' in answer) throw new BacktestRefusal(answer.refusal);
  return answer.result;
}
