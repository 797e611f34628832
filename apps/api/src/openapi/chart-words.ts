import { TRADE_SORTS } from '#domain/backtesting/trade-conditions';
import { CHART_PANELS } from '#engine/indicators/price-lines';
import type { WordList } from './trading-words';

/** Of charts and the tables beside them. */
export const CHART_WORDS: Readonly<Record<string, WordList>> = {
  TradeSort: {
    words: TRADE_SORTS,
    description:
      'entry_time or exit_time, or a figure as BacktestTradeRead describes it: pnl, return, mae, mfe, fees or quantity; duration: from entry to exit',
  },
  ChartPanel: {
    words: CHART_PANELS,
    description: 'price: over the candles, as a level of the price; own: on a scale of its own',
  },
};
