import { candlesFromBars } from '../../test/candles-from-bars';
import { candlesFromPrices } from '../../test/candles-from-prices';
import { run, scripted } from '../../test/run-scripted';
import { resolveStrategy } from '../strategies/registry';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './strategy';
import { type Execution } from './execution';
import { FundingClock, type FundingColumns, settlementTime } from './funding';

const HOUR = 3_600_000;
const START = Date.UTC(2020, 0, 1);

/** Settlements at these hours after the first bar's open. */
function settled(...rows: [hours: number, rate: number, mark?: number][]): FundingColumns {
  return {
    time: Float64Array.from(rows, ([hours]) => START + hours * HOUR),
    rate: Float64Array.from(rows, ([, rate]) => rate),
    mark: Float64Array.from(rows, ([, , mark]) => mark ?? NaN),
  };
}

/** Holds a quantity from the open of bar 1 to the open of bar `exit`, on hourly bars of the price. */
function hold(
  quantity: number,
  price: number,
  exit: number,
  funding: FundingColumns,
  given: Partial<Execution> = {},
) {
  const short = quantity < 0;
  const signals = Array<number>(exit).fill(0);
  signals[0] = short ? ENTER_SHORT : ENTER_LONG;
  signals[exit - 1] = short ? EXIT_SHORT : EXIT_LONG;
  return run(
    candlesFromPrices(Array<number>(24).fill(price), 3_600),
    scripted(...signals),
    { sizing: { mode: 'fixed_quantity', value: Math.abs(quantity) }, allowShort: true, ...given },
    { intervalSeconds: 3_600, funding },
  );
}

describe("freqtrade's funding fees", () => {
  // tests/exchange/test_exchange.py, test_calculate_funding_fees: a short of 10 receives this much.
  it.each([
    [0.0001, 2.0, 0.002],
    [0.0002, 2.0, 0.004],
    [0.0002, 2.5, 0.005],
  ])('rate %d at a mark of %d: a short of 10 receives %d', (rate, mark, received) => {
    const { trades, costs } = hold(-10, 2, 6, settled([3, rate, mark]));
    expect(-trades[0].funding).toBeCloseTo(received, 12);
    expect(trades[0].pnl).toBeCloseTo(received, 9);
    expect(costs.funding).toBe(trades[0].funding);
  });

  // The same file, test__fetch_and_calculate_funding_fees; 30 and 50 are short, so that a negative rate costs them.
  it.each([
    [30, [[3, -0.000008, 2.77]], -0.0006648],
    [
      30,
      [
        [3, -0.000008, 2.77],
        [11, -0.000003, 2.77],
      ],
      -0.00091409999,
    ],
    [
      50,
      [
        [3, -0.000008, 2.77],
        [11, -0.000003, 2.77],
      ],
      -0.0015235,
    ],
  ] as [number, [number, number, number][], number][])(
    'a short of %d with [hour, rate, mark] %j: %d',
    (size, rows, fee) => {
      expect(-hold(-size, 2.77, 20, settled(...rows)).costs.funding).toBeCloseTo(fee, 10);
    },
  );
});

it("is LEAN's cash change: 1,000 ADA long, a rate of 0.0001, three settlements", () => {
  // CryptoFutureHourlyMarginInterest: -(0.0001 × value × 3), within 5 %.
  const { trades, metrics } = hold(1_000, 0.3, 23, settled([4, 0.0001], [12, 0.0001], [20, 0.0001]));
  expect(trades[0].funding).toBeCloseTo(0.0001 * 1_000 * 0.3 * 3, 12);
  expect(metrics.finalEquity).toBeCloseTo(10_000 - trades[0].funding, 9);
});

describe('who pays', () => {
  const rate = 0.001;

  it('leaves out who opened at that very moment, and charges who closed then', () => {
    expect(hold(1, 100, 5, settled([1, rate])).costs.funding).toBe(0);
    expect(hold(1, 100, 5, settled([2, rate])).costs.funding).toBeCloseTo(0.1, 12);
    expect(hold(1, 100, 5, settled([5, rate])).costs.funding).toBeCloseTo(0.1, 12);
    expect(hold(1, 100, 5, settled([6, rate])).costs.funding).toBe(0);
  });

  it('draws the same line where fills are at the close', () => {
    // Entered at the close of bar 0, hour 1; left at the close of bar 4, hour 5.
    const at = (hours: number) => hold(1, 100, 5, settled([hours, rate]), { fill: 'close' }).costs.funding;
    expect([at(1), at(6)]).toEqual([0, 0]);
    expect(at(2)).toBeCloseTo(0.1, 12);
    expect(at(5)).toBeCloseTo(0.1, 12);
  });

  it('charges up to the last close who holds to the end', () => {
    expect(hold(1, 100, 99, settled([23.5, rate], [24, rate], [25, rate])).costs.funding).toBeCloseTo(
      0.2,
      12,
    );
  });

  it('turns it off on request, and warns where it is expected and missing', () => {
    const off = hold(1, 100, 5, settled([2, rate]), { funding: 'off' });
    expect(off.costs.funding).toBe(0);
    expect(off.warnings).toEqual([]);
    const missing = hold(1, 100, 5, settled([-10, rate]), { funding: 'expected' });
    expect(missing.warnings).toEqual(['no funding data in the range: the run neither pays nor receives any']);
    expect(hold(1, 100, 5, settled()).warnings).toEqual([]);
  });

  it('says so when the rates cover a part of the range only', () => {
    const { warnings } = run(
      candlesFromPrices(Array<number>(10).fill(100)),
      scripted(),
      {},
      { funding: settled([72, rate], [96, rate]) },
    );
    expect(warnings).toEqual([
      'funding data only from 2020-01-04T00:00:00Z to 2020-01-05T00:00:00Z: ' +
        'outside of it the run neither pays nor receives any',
    ]);
  });
});

describe('a settlement', () => {
  it('means the whole minute nearest to its stamp (Binance stamps 2021-11-18 00:00:00.017)', () => {
    expect(settlementTime(Date.UTC(2021, 10, 18, 0, 0, 0, 17))).toBe(Date.UTC(2021, 10, 18));
    expect(settlementTime(Date.UTC(2021, 10, 17, 23, 59, 59, 990))).toBe(Date.UTC(2021, 10, 18));
    const late = hold(1, 100, 5, { ...settled([5, 0.001]), time: Float64Array.of(START + 5 * HOUR + 17) });
    expect(late.costs.funding).toBeCloseTo(0.1, 12);
  });

  it('without a mark takes the open of the bar that had begun', () => {
    const candles = candlesFromPrices([10, 20, 30, 40], 3_600);
    const clock = new FundingClock(candles, settled([0.5, 1], [1, 1], [1.5, 1], [2, 1]), START, HOUR);
    expect(clock.perUnitUntil(START + HOUR, 1, 20)).toBe(10 + 20);
    expect(clock.perUnitUntil(START + 2 * HOUR, 2, 30)).toBe(20 + 30);
  });

  it('over a gap takes the close of the last bar that had closed', () => {
    const candles = candlesFromPrices(
      [
        [10, 11],
        [20, 22],
        [30, 33],
      ],
      3_600,
    );
    // The bar of hour 1 ends at 2; the next is that of hour 5.
    candles.openTime[2] = START + 5 * HOUR;
    const clock = new FundingClock(
      candles,
      settled([1.5, 1], [2, 1], [3, 1], [5, 1], [5.5, 1], [6, 1]),
      START,
      HOUR,
    );
    expect(clock.perUnitUntil(START + 5 * HOUR, 2, 30)).toBe(20 + 22 + 22 + 30);
    expect(clock.perUnitUntil(START + 6 * HOUR, 2, 33)).toBe(30 + 33);
  });

  it('that is not paid for makes a bar bankrupt that reaches the price where nothing is left', () => {
    // 100 units at 100 with all of the capital owe 100 × 100 × 0.5: at 50 they are worth that.
    const bars = candlesFromBars(
      [
        [100, 100, 100, 100],
        [100, 100, 100, 100],
        [100, 100, 45, 90],
        [90, 90, 90, 90],
      ],
      3_600,
    );
    const holding = {
      ...resolveStrategy('dca', { every_bars: 10, amount: 10_000 }),
      funding: settled([2, 0.5]),
    };
    for (const result of [
      run(bars, holding.strategy, {}, { ...holding, intervalSeconds: 3_600 }),
      run(bars, scripted(ENTER_LONG), {}, { funding: holding.funding, intervalSeconds: 3_600 }),
    ]) {
      expect(result.trades).toMatchObject([{ exitReason: 'bankruptcy', exitPrice: 50, exitIndex: 2 }]);
      expect(result).toMatchObject({ bankrupt: true, unpaidLoss: 0 });
      expect(Array.from(result.equity)).toEqual([10_000, 10_000, 0, 0]);
    }
  });

  it('is paid by each lot for as long as it was held', () => {
    const dca = {
      name: 'twice',
      summary: 'Buys twice.',
      parameters: {},
      warmup: () => 0,
      orders: () => ({ kind: 'purchases', everyBars: 2, cash: 4_000 }) as const,
    };
    const { trades, costs, metrics } = run(
      candlesFromPrices([100, 100, 100, 100, 100], 3_600),
      dca,
      {},
      { intervalSeconds: 3_600, funding: settled([2, 0.001], [4, 0.001]) },
    );
    expect(trades.map(({ funding }) => funding.toFixed(9))).toEqual(['8.000000000', '4.000000000']);
    expect(costs.funding).toBeCloseTo(12, 9);
    expect(metrics.finalEquity).toBeCloseTo(10_000 - 12, 9);
  });
});
