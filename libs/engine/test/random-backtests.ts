import {
  type Distance,
  type Execution,
  FILLS,
  PLAIN_EXECUTION,
  SIZING_MODES,
  type SizingMode,
} from '../src/backtest/execution';
import { type FundingColumns } from '../src/backtest/funding';
import { placesOrders } from '../src/backtest/order-strategy';
import { type BacktestInput } from '../src/backtest/run-backtest';
import { resolveStrategy, STRATEGIES } from '../src/strategies/registry';
import { randomWalkCandles } from './random-walk-candles';

const BARS = 1_500;
const SIZES: Readonly<Record<SizingMode, number>> = {
  percent_equity: 0.7,
  fixed_cash: 3_000,
  fixed_quantity: 20,
  risk_percent: 0.02,
  volatility_target: 0.5,
};

/** mulberry32: the same seed draws the same configuration. */
export function drawing(seed: number) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];
  return { random, pick };
}

function settlements(bars: number, random: () => number): FundingColumns {
  const length = Math.floor(bars / 8);
  const time = Float64Array.from(
    { length },
    (_, index) => Date.UTC(2020, 0, 1) + index * 28_800_000 + Math.floor(random() * 900),
  );
  return { time, rate: Float64Array.from({ length }, () => (random() - 0.4) * 0.001) };
}

/** One series, one strategy and one execution, all drawn; the same seed draws the same. */
export function drawBacktest(seed: number): BacktestInput {
  const { random, pick } = drawing(seed);
  const distance = (): Distance | null =>
    pick([
      null,
      { unit: 'fraction', value: 0.01 + random() * 0.1 },
      { unit: 'atr', value: 0.5 + random() * 4 },
    ] as const);
  const name = pick(Object.keys(STRATEGIES));
  const orders = placesOrders(STRATEGIES[name]);
  const mode = pick(SIZING_MODES);
  const stopLoss = mode === 'risk_percent' ? ({ unit: 'fraction', value: 0.03 } as const) : distance();
  const execution: Execution = {
    ...PLAIN_EXECUTION,
    makerFeeRate: pick([0, 0.0002, -0.0001]),
    takerFeeRate: pick([0, 0.001]),
    slippageRate: pick([0, 0.0005]),
    lotSize: pick([null, 0.01]),
    allowShort: pick([true, false]),
    fill: pick(FILLS),
    ...(!orders && {
      sizing: { mode, value: SIZES[mode] },
      leverage: pick([1, 1, 3, 20]),
      stopLoss,
      takeProfit: distance(),
      trailingStop: distance(),
    }),
  };
  return {
    candles: randomWalkCandles(BARS, seed + 1, 3_600),
    tradeFrom: pick([0, 100]),
    intervalSeconds: 3_600,
    calendar: '24x7',
    ...resolveStrategy(name, {}),
    execution,
    funding: pick([null, settlements(BARS, random)]),
  };
}
