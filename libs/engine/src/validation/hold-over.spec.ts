import { candlesFromBars } from '../../test/candles-from-bars';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { sliceCandleColumns } from '../market/candle-columns';
import { smaCross } from '../strategies/sma-cross';
import { holdOver } from './hold-over';

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

const spans = [
  { from: 2, to: 4 },
  { from: 5, to: 7 },
];

it('buys at the first open that it can, and holds to the last close of one span or of several that touch', () => {
  // Bought at 80 and left at 90: 1/8. Marked 100, 120, 60, 90, it halves from 120 to 60.
  const expected = {
    totalReturn: 0.125,
    // 10,000, 12,500, 15,000, 7,500, 11,250 are returns of 1/4, 1/5, -1/2 and 1/2: their mean is 0.1125, their squares
    // sum up to 0.6025, so that the sample variance is (0.6025 - 4 × 0.1125²) / 3.
    sharpeRatio: expect.closeTo((0.1125 / Math.sqrt((0.6025 - 4 * 0.1125 ** 2) / 3)) * Math.sqrt(365), 10),
    maxDrawdown: 0.5,
  };
  expect(holdOver(setting, [{ from: 2, to: 7 }]).figures).toEqual(expected);
  expect(
    holdOver(setting, [
      { from: 2, to: 4 },
      { from: 4, to: 7 },
    ]).figures,
  ).toEqual(expected);
});

it('leaves out what it makes between spans: the bars are those that a strategy was tested on', () => {
  // From 10,000 to 12,500 and from 7,500 to 11,250: 5/4 × 3/2 = 15/8. The halving from 120 to 60 lies between.
  expect(holdOver(setting, spans).figures).toEqual({
    totalReturn: 0.875,
    // Returns of 1/4, 0 (from span to span) and 1/2: their mean and their sample deviation are 1/4.
    sharpeRatio: expect.closeTo(Math.sqrt(365), 10),
    maxDrawdown: 0,
  });
});

it('bears the costs of the execution, and neither its stops nor its size', () => {
  const execution = {
    ...PLAIN_EXECUTION,
    takerFeeRate: 0.01,
    sizing: { mode: 'percent_equity', value: 0.1 },
    stopLoss: { unit: 'fraction', value: 0.05 },
  } as const;
  const { totalReturn } = holdOver({ ...setting, execution }, [{ from: 2, to: 7 }]).figures;
  // 10,000 buy 10,000 / (80 × 1.01); at 90 they give that × 90 × 0.99.
  expect(totalReturn).toBeCloseTo((90 * 0.99) / (80 * 1.01) - 1, 12);
});

it('holds a benchmark that is named over the same bars, spans and gaps between them included', () => {
  const benchmark = { name: 'us:SAME', candles, calendar: '24x7', funding: null } as const;
  for (const tested of [[{ from: 2, to: 7 }], spans]) {
    expect(holdOver({ ...setting, benchmark }, tested)).toEqual(holdOver(setting, tested));
  }
  const doubled = { ...candles, close: candles.close.map((value, bar) => (bar === 6 ? 2 * value : value)) };
  const other = { ...benchmark, candles: doubled };
  // Bought at 80 and left at 180.
  expect(holdOver({ ...setting, benchmark: other }, [{ from: 2, to: 7 }]).figures.totalReturn).toBeCloseTo(
    1.25,
    12,
  );
});

it('has the equity of the tested bars, and which of them a benchmark is held at', () => {
  const curve = holdOver(setting, spans);
  // 10,000 to 12,500 in the first span; from 7,500 to 11,250, half as much again, in the second.
  expect([...curve.equity]).toEqual([1, 1.25, 1.25, 1.875]);
  expect(curve.span).toEqual({ first: 0, last: 3 });
  const late = {
    name: 'us:LATE',
    candles: sliceCandleColumns(candles, 3, 6),
    calendar: '24x7',
    funding: null,
  } as const;
  // Candles at bars 3, 4 and 5, of which 3 and 5 are tested: the second and the third tested bar.
  expect(holdOver({ ...setting, benchmark: late }, spans).span).toEqual({ first: 1, last: 2 });
  const between = { ...late, candles: sliceCandleColumns(candles, 4, 6) };
  const apart = [
    { from: 2, to: 4 },
    { from: 6, to: 8 },
  ];
  expect(holdOver({ ...setting, benchmark: between }, apart).span).toBeNull();
});
