/** A body that POST candlesticks accepts. */
export function candleBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    exchange: 'binance',
    symbol: 'BTC/USDT',
    interval: '1h',
    open_time: '2024-01-01T00:00:00Z',
    open: '100.50',
    high: '103.00',
    low: '99.10',
    close: '102.75',
    volume: '12500.000',
    ...fields,
  };
}

/** A body that POST backtesting accepts. */
export function backtestBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    strategy_name: 'sma_cross',
    symbol: 'SPX',
    interval: '1d',
    start_date: '2000-01-03',
    end_date: '2020-04-17',
    ...fields,
  };
}
