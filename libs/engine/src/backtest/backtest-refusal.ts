/** A backtest that cannot be run as requested; the message is the reason, written for the client. */
export class BacktestRefusal extends Error {
  override readonly name = 'BacktestRefusal';
}

/** What the work gives, or why it was refused. */
export function orRefused<Result>(work: () => Result): Result | BacktestRefusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof BacktestRefusal) return error;
    throw error;
  }
}
