import { type OrderStrategy } from '../backtest/order-strategy';

export const dca: OrderStrategy<'every_bars' | 'amount'> = {
  name: 'dca',
  summary: 'Buys for the same amount of cash every so many bars, whatever the price, and holds to the end.',
  parameters: {
    every_bars: {
      type: 'integer',
      default: 30,
      minimum: 1,
      maximum: 100_000,
      summary: 'Bars from one purchase to the next.',
    },
    amount: {
      type: 'number',
      default: 100,
      minimum: 0.01,
      maximum: 1e9,
      summary: 'Cash spent each time, fee included, in the quote currency.',
    },
  },
  defaultGrid: { every_bars: [1, 7, 30], amount: [50, 100, 200] },
  warmup: () => 0,
  orders: (_candles, { every_bars: everyBars, amount: cash }) => ({ kind: 'purchases', everyBars, cash }),
};
