import { backtestBody, candleBody } from './bodies';

const CANDLES = '/api/v1/market-data/candlesticks';
export const JOURNAL_ENTRY = {
  symbol: 'BTC/USDT',
  side: 'buy',
  entry_price: '1',
  exit_price: '2',
  notes: 'none',
};
const TRADE_DETAILS = {
  exchange: 'x',
  account: 'x',
  quantity: '1',
  entry_time: '2024-01-01T00:00:00Z',
  exit_time: '2024-01-01T00:00:00Z',
  fees: '1',
  multiplier: '1',
  stop: '1',
  target: '1',
  tags: ['x'],
  idea_id: 1,
  backtest_id: 1,
};
export const IDEA = { name: 'fade', description: 'fades', asset_class: 'crypto' };
export const HEADLINE = {
  title: 'x',
  link: 'https://x.example/',
  summary: 'x',
  published_at: '2024-01-01T00:00:00Z',
  source: 'x',
  symbols: ['x'],
};
const QUERY = {
  exchange: 'x',
  symbol: 'x',
  interval: '1h',
  start: '2024-01-01T00:00:00Z',
  end: '2024-01-01T00:00:00Z',
  limit: 5,
};

/** Every body that a route takes, with all its fields valid. */
export const BODIES: readonly (readonly [
  method: 'post' | 'put' | 'patch',
  path: string,
  body: Record<string, unknown>,
])[] = [
  ['post', CANDLES, candleBody()],
  ['post', `${CANDLES}/query`, QUERY],
  ['post', '/api/v1/backtesting', backtestBody({ parameters: {}, execution: {}, exchange: 'us' })],
  [
    'post',
    '/api/v1/backtesting/portfolio',
    {
      universe: [{ exchange: 'us', symbol: 'x', from: '2024-01-01', to: '2024-12-31' }],
      interval: '1d',
      start_date: '2024-01-01',
      end_date: '2024-12-31',
      weights: { method: 'equal' },
      ranking: null,
      rules: null,
      rebalance: { every: 'monthly' },
      delisting_return: -0.3,
      execution: {},
      benchmark: { symbol: 'x' },
    },
  ],
  ['put', '/api/v1/universes/x', { members: [{ exchange: 'us', symbol: 'x' }] }],
  ['post', '/api/v1/features/precompute', { symbol: 'x', interval: '1h', exchange: 'x' }],
  ['post', '/api/v1/trade-journal', JOURNAL_ENTRY],
  ['post', '/api/v1/analysis/headlines', { headlines: [HEADLINE] }],
  ['post', '/api/v1/analysis/regime', { symbol: 'x', exchange: 'x', interval: '1h', lookback_days: 5 }],
  ['post', '/api/v1/strategy-ideas', IDEA],
  ['post', '/api/v1/strategy-ideas/1/evidence', { kind: 'backtest', run_id: 1, note: 'x' }],
  ['post', '/api/v1/equities/ingest', { symbols: ['SPX'], start_date: '2020-01-02', end_date: '2020-01-03' }],
  [
    'patch',
    '/api/v1/backtesting/1',
    { strategy_name: 'x', status: 'failed', sharpe_ratio: 1, max_drawdown: 1, total_return: 1 },
  ],
  ['patch', '/api/v1/trade-journal/1', JOURNAL_ENTRY],
  ['patch', '/api/v1/trade-journal/1/details', TRADE_DETAILS],
  ['patch', '/api/v1/strategy-ideas/1', { ...IDEA, status: 'draft' }],
];
