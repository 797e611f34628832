import { FILLS, PLAIN_EXECUTION, type Execution } from '../src/backtest/execution';
import { type CandleColumns, sliceCandleColumns } from '../src/market/candle-columns';
import { type PortfolioInput, type PortfolioMember } from '../src/portfolio/portfolio';
import { drawing } from './random-backtests';
import { randomWalkCandles } from './random-walk-candles';
import { portfolioInput, weekdays } from './seeded-universe';

const BARS = 400;
const FIRST_BAR = 60;

type Draw = ReturnType<typeof drawing>;

/** Several series with gaps, late starts, early ends and dates of membership; weights, a ranking or rules; all drawn. */
export function drawPortfolio(seed: number): PortfolioInput {
  const draw = drawing(seed + 1_000);
  const { pick, random } = draw;
  const request = drawRequest(draw);
  const isRules = 'rules' in request;
  const execution: Execution = {
    ...PLAIN_EXECUTION,
    slippageRate: pick([0, 0.001]),
    lotSize: pick([null, null, 1]),
    allowShort: true,
    fill: pick(FILLS),
    ...(isRules && {
      leverage: pick([1, 1, 3]),
      stopLoss: pick([null, { unit: 'fraction', value: 0.04 }]),
      takeProfit: pick([null, { unit: 'atr', value: 3 }]),
    }),
  };
  const openTime = weekdays(Date.UTC(2018, 0, 1), BARS);
  const members = Array.from({ length: 6 }, (_, index): PortfolioMember => {
    const candles = { ...randomWalkCandles(BARS, seed * 7 + index), openTime };
    const time = () => openTime[Math.floor(random() * BARS)];
    const length = Math.floor(random() * 90);
    return {
      exchange: 'us',
      symbol: `S${index}`,
      candles: index === 0 ? candles : pick([candles, withGaps(candles, draw)]),
      from: pick([null, null, time()]),
      to: pick([null, null, time()]),
      calendar: pick(['XNYS', '24x7']),
      execution: { ...execution, takerFeeRate: pick([0, 0.001, 0.0025]) },
      funding: pick([
        null,
        {
          time: Float64Array.from({ length }, (_bar, at) => openTime[at * 4] + 40 * 3_600_000),
          rate: Float64Array.from({ length }, () => (random() - 0.4) * 0.002),
        },
      ]),
    };
  });
  const input = portfolioInput(members, { ...request, execution: { allow_short: true } }, FIRST_BAR);
  return { ...input, settings: { ...input.settings, delistingReturn: pick([0, -0.3, -1]) } };
}

function drawRequest({ pick }: Draw): Readonly<Record<string, unknown>> {
  const lookback = pick([20, 50]);
  const method = pick(['equal', 'inverse_volatility', 'risk_parity', 'minimum_variance']);
  const weights = { method, lookback, max_turnover: pick([null, 0.1]), cash: pick([0, 0.2]) };
  const values = [0.4, -0.3, 0.2].map((weight, index) => ({ symbol: `S${index}`, weight }));
  const by = pick([
    { momentum: { lookback: 30, skip: 5 } },
    { rule: { div: ['close', { sma: { period: 20 } }] } },
    { feature: 'rsi_14' },
  ]);
  const rebalance = pick([
    { every: 'weekly' },
    { every: 'monthly' },
    { every: 'daily' },
    { bars: 13 },
    { drift: 0.03 },
  ]);
  return pick([
    { weights, rebalance },
    { weights: { method: 'given', values }, rebalance },
    { ranking: { by, top: 2, bottom: pick([0, 1]), gross: pick([1, 0.6]), weights }, rebalance },
    {
      rules: {
        strategy_name: pick(['sma_cross', 'rsi_reversion', 'donchian_breakout']),
        max_open_positions: pick([2, 3]),
        priority: pick([null, by]),
      },
    },
  ]);
}

/** Candles of their own, without some single ones, a longer stretch in the middle, and perhaps the beginning or the end. */
function withGaps(candles: CandleColumns, { random, pick }: Draw): CandleColumns {
  const [from, to] = pick([
    [0, BARS],
    [150, BARS],
    [0, 300],
  ]);
  const gap = from + 40 + Math.floor(random() * 60);
  const kept: number[] = [];
  for (let bar = from; bar < to; bar++) {
    if (random() > 0.03 && (bar < gap || bar > gap + 8)) kept.push(bar);
  }
  const column = (of: Float64Array) => Float64Array.from(kept, (bar) => of[bar]);
  return {
    ...sliceCandleColumns(candles, 0, kept.length),
    openTime: column(candles.openTime),
    open: column(candles.open),
    high: column(candles.high),
    low: column(candles.low),
    close: column(candles.close),
    volume: column(candles.volume),
  };
}
