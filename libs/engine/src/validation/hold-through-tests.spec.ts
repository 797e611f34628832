import { candlesFromBars } from '../../test/candles-from-bars';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { smaCross } from '../strategies/sma-cross';
import { holdThroughTests } from './hold-through-tests';

/** Bars of one price each, but for a first trade at 80 on the bar that the holding is bought in. */
const candles = candlesFromBars([
  [500, 500, 500, 500],
  [400, 400, 400, 400],
  [90, 90, 90, 90],
  [80, 100, 80, 100],
  [120, 120, 120, 120],
  [60, 60, 60, 60],
  [90, 90, 90, 90],
  [1_000, 1_000, 1_000, 1_000],
]);

const setting = {
  candles,
  intervalSeconds: 86_400,
  calendar: '24x7',
  strategy: smaCross,
  execution: PLAIN_EXECUTION,
} as const;

const windows = [
  { trainFrom: 0, trainTo: 2, testFrom: 2, testTo: 4 },
  { trainFrom: 2, trainTo: 4, testFrom: 5, testTo: 7 },
];

it('buys at the first open of the tests that it can, and holds to the last close, over the gap too', () => {
  // Bought at 80 and left at 90: 1/8. Marked 100, 120, 60, 90, it halves from 120 to 60.
  expect(holdThroughTests(setting, windows)).toEqual({
    totalReturn: 0.125,
    // 10,000, 12,500, 15,000, 7,500, 11,250 are returns of 1/4, 1/5, -1/2 and 1/2: their mean is 0.1125, their squares
    // sum up to 0.6025, so that the sample variance is (0.6025 - 4 × 0.1125²) / 3.
    sharpeRatio: expect.closeTo((0.1125 / Math.sqrt((0.6025 - 4 * 0.1125 ** 2) / 3)) * Math.sqrt(365), 10),
    maxDrawdown: 0.5,
  });
});

it('bears the costs of the execution, and neither its stops nor its size', () => {
  const execution = {
    ...PLAIN_EXECUTION,
    takerFeeRate: 0.01,
    sizing: { mode: 'percent_equity', value: 0.1 },
    stopLoss: { unit: 'fraction', value: 0.05 },
  } as const;
  const { totalReturn } = holdThroughTests({ ...setting, execution }, windows);
  // 10,000 buy 10,000 / (80 × 1.01); at 90 they give that × 90 × 0.99.
  expect(totalReturn).toBeCloseTo((90 * 0.99) / (80 * 1.01) - 1, 12);
});
