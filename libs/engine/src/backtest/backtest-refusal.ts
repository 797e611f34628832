/** A backtest that cannot be run as asked for; the message is the reason, written for the person who asked. */
export class BacktestRefusal extends Error {
  override readonly name = 'BacktestRefusal';
}
