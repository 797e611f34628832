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
  metrics: { total_return: 0.97, sharpe_ratio: 0.41, max_drawdown: 0.33, trades: 61 },
  benchmark: { total_return: 0.97, sharpe_ratio: 0.27, max_drawdown: 0.57, trades: 1 },
  costs: { fees: '0', slippage: '640.12' },
  warnings: ['no fee preset for us: the run pays no fees unless execution.fees says so'],
});
