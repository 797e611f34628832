/** Requests of portfolio runs that nothing stored is needed for. */
export const PORTFOLIOS = '/api/v1/backtesting/portfolio';

export const PORTFOLIO_REQUEST = {
  universe: [
    { exchange: 'us', symbol: 'AAPL' },
    { exchange: 'us', symbol: 'MSFT', from: '2010-01-04', to: '2015-06-30' },
  ],
  interval: '1d',
  start_date: '2010-01-04',
  end_date: '2019-12-31',
  weights: { method: 'inverse_volatility', lookback: 60 },
};
export const MOMENTUM = { by: { momentum: { lookback: 126 } }, top: 1 };
export const SMA_CROSS_RULES = { strategy_name: 'sma_cross', max_open_positions: 2 };
