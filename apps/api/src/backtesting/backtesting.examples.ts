import type { ApiResponseOptions } from '@nestjs/swagger';

const object = (description: string, example: object): ApiResponseOptions => ({
  description,
  schema: { type: 'object', additionalProperties: true, example },
});

export const FEE_PRESETS_ANSWER = object('Presets by exchange', {
  binance: {
    maker: '0.001',
    taker: '0.001',
    markets: { spot: { maker: '0.001', taker: '0.001' }, swap: { maker: '0.0002', taker: '0.0005' } },
    as_of: '2026-11',
    source: 'Binance fee schedule, regular user; swap is USD-margined',
    approximate: false,
  },
});

export const STRATEGIES_ANSWER = object('The strategies', {
  strategies: [
    {
      name: 'sma_cross',
      summary: 'Holds while the fast moving average is above the slow one.',
      parameters: {
        fast: {
          type: 'integer',
          default: 10,
          minimum: 1,
          maximum: 2000,
          summary: 'Bars of the fast average',
        },
      },
      default_grid: { fast: [5, 10, 20], slow: [30, 50, 100] },
    },
  ],
  wrappers: [
    {
      name: 'regime_filter',
      summary: 'Follows the base strategy while the market is in one of the regimes.',
      takes: { base: 'The name of a strategy', regimes: 'A list of regimes (default: bull)' },
      parameters: {},
    },
  ],
});

export const REPORT_ANSWER = object('The report', {
  id: 42,
  status: 'completed',
  detail: null,
  strategy_name: 'sma_cross',
  symbol: 'SPX',
  exchange: 'us',
  interval: '1d',
  start_date: '2000-01-03',
  end_date: '2020-04-17',
  edited_at: null,
  edited_fields: [],
  metrics: { total_return: 0.97, sharpe_ratio: 0.41, max_drawdown: 0.33, trades: 61 },
  benchmark: { total_return: 0.97, sharpe_ratio: 0.27, max_drawdown: 0.57, trades: 1 },
  verdict: {
    level: 'inconclusive',
    reasons: [
      {
        measure: 't_statistic',
        value: 1.84,
        threshold: 2,
        sentence: 'the t statistic of the returns is 1.84, below 2',
      },
    ],
  },
  costs: { fees: '0', slippage: '640.12' },
  candles_corrected_since: { count: 0, start: null, end: null, corrected_at: null },
  warnings: ['no fee preset for us: the run pays no fees unless execution.fees says so'],
});

const SEARCH = {
  id: 3,
  status: 'completed',
  detail: null,
  strategy_name: 'sma_cross',
  symbol: 'SPX',
  exchange: 'us',
  interval: '1d',
  objective: 'sharpe_ratio',
};
const NONE_CORRECTED = {
  candles_corrected_since: { count: 0, start: null, end: null, corrected_at: null },
};

export const WALK_FORWARD_ANSWER = object('The run', {
  ...SEARCH,
  ...NONE_CORRECTED,
  mode: 'rolling',
  windows: [
    {
      index: 0,
      train_start: '2000-01-03T00:00:00Z',
      train_end: '2003-05-27T00:00:00Z',
      test_start: '2003-05-28T00:00:00Z',
      test_end: '2006-10-12T00:00:00Z',
      best_parameters: { fast: 20, slow: 100 },
      in_sample: { sharpe_ratio: 0.31, total_return: 0.12, max_drawdown: 0.15, trades: 9 },
      out_of_sample: { sharpe_ratio: 0.62, total_return: 0.21, max_drawdown: 0.09, trades: 11 },
    },
  ],
  summary: {
    windows: 5,
    out_of_sample_sharpe: 0.3,
    deflated_sharpe_ratio: 0.41,
    probability_of_backtest_overfitting: 0.53,
  },
  benchmark: { total_return: 0.86, sharpe_ratio: 0.42, max_drawdown: 0.57 },
});

export const SWEEP_ANSWER = object('The sweep', {
  ...SEARCH,
  ...NONE_CORRECTED,
  combinations: [
    {
      parameters: { fast: 10, slow: 30 },
      sharpe_ratio: 0.24,
      total_return: 0.5,
      max_drawdown: 0.31,
      trades: 88,
    },
  ],
  best: {
    parameters: { fast: 20, slow: 100 },
    sharpe_ratio: 0.41,
    total_return: 0.9,
    max_drawdown: 0.2,
    trades: 31,
  },
  probability_of_backtest_overfitting: 0.48,
});

export const SEARCH_PAGE_ANSWER = object('A page of runs', { items: [SEARCH], total: 1, page: 1, size: 20 });

export const EQUITY_ANSWER: ApiResponseOptions = {
  description: 'The curve',
  content: {
    'application/json': {
      schema: { type: 'object', additionalProperties: true },
      example: {
        id: 42,
        total: 5105,
        points: [
          { time: '2000-01-03T00:00:00Z', equity: '10000' },
          { time: '2020-04-17T00:00:00Z', equity: '15021.099216709656' },
        ],
      },
    },
    'text/csv': { schema: { type: 'string' } },
  },
};

export const EVENTS_ANSWER: ApiResponseOptions = {
  description: 'The stream',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};
