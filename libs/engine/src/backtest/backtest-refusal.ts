/** A backtest that cannot be run as requested; the message is the reason, written for the client. */
export class BacktestRefusal extends Error {
  override readonly name = 'BacktestRefusal';
}
