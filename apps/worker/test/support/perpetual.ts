import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import type { BacktestRequest } from './api-client';
import type { JobStage } from './job-stage';

export const PERPETUAL: SeriesName = { exchange: 'binance', symbol: 'XRP/USDT:USDT', interval: '1h' };

const HOUR = 3_600_000;
const FIRST_OPEN = Date.UTC(2021, 7, 31, 20);
const PRICE = '2.77';
const [ENTER, EXIT] = ['1', '2'];

/** A day of hourly candles of one price; a volume of 1 says to enter, one of 2 to leave. */
function perpetualCandles(): CandleToWrite[] {
  return Array.from({ length: 24 }, (_, hour) => ({
    openTime: new Date(FIRST_OPEN + hour * HOUR),
    open: PRICE,
    high: PRICE,
    low: PRICE,
    close: PRICE,
    volume: hour === 0 ? ENTER : hour === 20 ? EXIT : '0',
  }));
}

/** A short over both settlements, of a fixed quantity and without other costs. */
export function shortOf(quantity: number): BacktestRequest {
  return {
    strategy_name: 'custom',
    symbol: PERPETUAL.symbol,
    interval: PERPETUAL.interval,
    exchange: PERPETUAL.exchange,
    start_date: '2021-08-31',
    end_date: '2021-09-01',
    parameters: {
      rules: {
        entry_short: { eq: ['volume', Number(ENTER)] },
        exit_short: { eq: ['volume', Number(EXIT)] },
      },
    },
    execution: {
      allow_short: true,
      funding: true,
      fees: { maker: '0', taker: '0' },
      slippage_bps: 0,
      sizing: { mode: 'fixed_quantity', value: quantity },
    },
  };
}

export async function storePerpetual(stage: JobStage): Promise<void> {
  await stage.store(PERPETUAL, perpetualCandles());
  // Stamped 17 ms late, as Binance does.
  await stage.query(
    `insert into funding_rates (exchange, symbol, funding_time, funding_rate, mark_price)
     values ($1, $2, '2021-09-01T00:00:00.017Z', -0.000008, $3), ($1, $2, '2021-09-01T08:00:00.017Z', -0.000003, $3)`,
    [PERPETUAL.exchange, PERPETUAL.symbol, PRICE],
  );
}
