/** What the API answers of a completed run that `storedReport` is the report of. */
export const SHOWN_REPORT = {
  status: 'completed',
  detail: null,
  symbol: 'SPX',
  interval: '1d',
  start_date: '2000-01-03',
  end_date: '2020-04-17',
  metrics: {
    total_return: 0.97,
    final_equity: '19700',
    expectancy: '-0.0000001',
    sortino_ratio: null,
    trades: 2,
  },
  benchmark: { trades: 1, expectancy: null },
  verdict: {
    level: 'likely_luck',
    reasons: [{ measure: 'deflated_sharpe_ratio', value: 0.2, threshold: 0.5 }],
  },
  costs: { fees: '0.1', slippage: '640.12', funding: '-0.000000001' },
  warnings: ['one'],
  bars: 5105,
  missing_candles: 1,
  unpaid_loss: '0',
  lookahead_check: {
    passed: false,
    difference: { kind: 'equity', bars_given: 40, index: 17, whole: '10230.5', truncated: '0.0000001' },
  },
  monthly_returns: [{ year: 2000, month: 3, return: 0.01 }],
  drawdowns: [{ peak_time: '2000-03-06T00:00:00Z', recovery_time: null, depth: 0.33, bars: 2 }],
  resolved: {
    given: { fast: 5, ownName: 1 },
    parameters: { fast: 5, slow: 30 },
    execution: {
      initial_capital: '10000',
      maker_fee_rate: '-0.0001',
      lot_size: '0.001',
      sizing: { mode: 'percent_equity', value: '1' },
      stop_loss: { unit: 'fraction', value: 0.05 },
      take_profit: null,
    },
  },
  fingerprint: { candles_sha256: 'f00d', funding_sha256: null, engine_version: '4' },
  timings: {
    queued_at: expect.stringMatching(/Z$/),
    finished_at: expect.stringMatching(/Z$/),
    losses: 0,
  },
};

/** The second of its trades. */
export const SHOWN_TRADE = {
  number: 2,
  entry_time: '2000-05-01T00:00:00Z',
  exit_time: '2000-06-01T00:00:00Z',
  duration_seconds: 31 * 24 * 60 * 60,
  side: 'short',
  quantity: '1.50',
  entry_price: '10',
  exit_price: '11',
  fees: '0.1',
  funding: '0',
  pnl: '-1.6',
  return: -0.107,
  exit_reason: 'end_of_data',
  mae: 0.2,
  mfe: 0,
};
