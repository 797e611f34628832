import { candlesFromBars } from '../../test/candles-from-bars';
import { candlesFromPrices } from '../../test/candles-from-prices';
import { run, scripted } from '../../test/run-scripted';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './strategy';

describe('fills', () => {
  // The first five days of GOOG, 2004-08-19 to 2004-08-25.
  const google = candlesFromPrices([
    [100, 100.34],
    [101.01, 108.31],
    [110.75, 109.4],
    [111.24, 104.87],
    [104.96, 106],
  ]);
  const buyThenSell = scripted(0, ENTER_LONG, EXIT_LONG);

  it('pays a commission on both sides (backtesting.py, test_spread_commission: 9781.28, 9846.04)', () => {
    const { equity, trades } = run(google, buyThenSell, { takerFeeRate: 0.01, lotSize: 1 });
    expect([equity[2].toFixed(2), equity[3].toFixed(2)]).toEqual(['9781.28', '9846.04']);
    expect(trades).toHaveLength(1);
  });

  it('enters at the open made worse by the slippage (backtesting.py, test_spread_commission: 9685.31)', () => {
    const { equity, trades } = run(google, buyThenSell, {
      takerFeeRate: 0.01,
      slippageRate: 0.01,
      lotSize: 1,
    });
    expect(trades[0].entryPrice).toBe(110.75 * 1.01);
    expect(equity[2].toFixed(2)).toBe('9685.31');
  });

  it('charges the fee on the value of each fill (vectorbt, test_fees: 0.1 for 1 at 1, 0.8 for 2 at 4)', () => {
    const bars = candlesFromPrices([1, 1, 4, 4]);
    const one = run(bars, scripted(ENTER_LONG), { initialCapital: 1.1, takerFeeRate: 0.1, lotSize: 1 });
    expect(1.1 - one.equity[1]).toBeCloseTo(0.1, 12);
    const two = run(bars, scripted(ENTER_LONG, EXIT_LONG), {
      initialCapital: 2.2,
      takerFeeRate: 0.1,
      lotSize: 1,
    });
    expect(two.trades[0].quantity).toBe(2);
    expect(two.trades[0].fees).toBeCloseTo(0.2 + 0.8, 12);
    expect(two.costs.fees).toBe(two.trades[0].fees);
  });

  it('buys above and sells below the open (vectorbt, test_slippage: 1.1 at 1, 3.6 at 4)', () => {
    const { trades, costs } = run(candlesFromPrices([1, 1, 4, 4]), scripted(ENTER_LONG, EXIT_LONG), {
      slippageRate: 0.1,
      initialCapital: 1.1,
    });
    expect(trades[0].entryPrice).toBeCloseTo(1.1, 12);
    expect(trades[0].exitPrice).toBeCloseTo(3.6, 12);
    expect(costs.slippage).toBeCloseTo(0.1 + 0.4, 12);
  });

  it('sells short below and buys back above the open', () => {
    const { trades } = run(candlesFromPrices([4, 4, 1, 1]), scripted(ENTER_SHORT, EXIT_SHORT), {
      slippageRate: 0.1,
      allowShort: true,
    });
    expect(trades[0].side).toBe('short');
    expect(trades[0].entryPrice).toBeCloseTo(3.6, 12);
    expect(trades[0].exitPrice).toBeCloseTo(1.1, 12);
  });
});

describe('order of events', () => {
  it('closes and enters the other side at the same open, sized on what the exit left', () => {
    const bars = candlesFromPrices([100, 100, 120, 90, 90]);
    const { trades } = run(bars, scripted(ENTER_LONG, ENTER_SHORT), { allowShort: true });
    expect(trades.map(({ side, entryIndex, exitIndex }) => [side, entryIndex, exitIndex])).toEqual([
      ['long', 1, 2],
      ['short', 2, 4],
    ]);
    expect(trades[1].quantity).toBeCloseTo(12_000 / 120, 12);
  });

  it('leaves the short side alone where shorting is off', () => {
    const bars = candlesFromPrices([100, 100, 120, 90, 90]);
    const { trades } = run(bars, scripted(ENTER_LONG, ENTER_SHORT));
    expect(trades.map(({ side, exitIndex }) => [side, exitIndex])).toEqual([['long', 4]]);
  });

  it('closes what is open at the last close, with slippage and fee, and marks the last equity with the cash', () => {
    const bars = candlesFromPrices([100, 100, [100, 110]]);
    const { trades, equity } = run(bars, scripted(ENTER_LONG), { takerFeeRate: 0.001, slippageRate: 0.01 });
    expect(trades[0]).toMatchObject({ exitReason: 'end_of_data', exitIndex: 2, exitPrice: 110 * 0.99 });
    expect(trades[0].exitTime).toBe(bars.openTime[2] + 86_400_000);
    expect(equity[2]).toBeCloseTo(10_000 + trades[0].pnl, 9);
  });

  it('fills nothing that is decided at the last close', () => {
    expect(run(candlesFromPrices([100, 100, 100]), scripted(0, 0, ENTER_LONG)).trades).toEqual([]);
  });

  it('decides for the first time at the close of the first bar of the range', () => {
    const bars = candlesFromPrices([100, 100, 100, 100, 100]);
    const { trades, equity } = run(bars, scripted(0, ENTER_LONG, ENTER_LONG), {}, { tradeFrom: 2 });
    expect(trades[0].entryIndex).toBe(3);
    expect(equity).toHaveLength(3);
    expect(equity[0]).toBe(10_000);
  });

  it('does not enter on a bar that also says to leave, and says so', () => {
    const { trades, warnings } = run(candlesFromPrices([1, 1, 1]), scripted(ENTER_LONG | EXIT_LONG));
    expect(trades).toEqual([]);
    expect(warnings).toEqual(['entries skipped because their bar also said the contrary: 1']);
  });
});

describe('limits of the capital', () => {
  it('skips an entry that does not buy one lot, and says so', () => {
    const { trades, warnings } = run(candlesFromPrices([100, 100, 100]), scripted(ENTER_LONG), {
      initialCapital: 99,
      lotSize: 1,
    });
    expect(trades).toEqual([]);
    expect(warnings).toEqual([
      'entries skipped because the cash did not buy one lot of 1: 1',
      'buy and hold, the benchmark, could not afford one lot',
    ]);
  });

  it('ends bankrupt when a short loses more than there is, and loses no more than that', () => {
    const bars = candlesFromPrices([100, 100, 150, 210, 50, 50]);
    const result = run(bars, scripted(ENTER_SHORT, 0, 0, ENTER_LONG), { allowShort: true });
    expect(result.bankrupt).toBe(true);
    expect(Array.from(result.equity)).toEqual([10_000, 10_000, 5_000, 0, 0, 0]);
    expect(result.trades).toHaveLength(1);
    // Each bar opens where it closes: at 210, beyond the 200 at which nothing is left.
    expect(result.trades[0]).toMatchObject({ exitReason: 'bankruptcy', exitIndex: 3, pnl: -10_000 });
    expect(result.unpaidLoss).toBe(1_000);
    expect(result.metrics).toMatchObject({ totalReturn: -1, cagr: -1, maxDrawdown: 1 });
    expect(result.warnings).toEqual([
      'the account went bankrupt and the run stopped there; a loss of 1000 beyond the capital was written off',
    ]);
  });

  it.each([
    ['without more', {}],
    ['beside a stop that is farther', { stopLoss: { unit: 'fraction', value: 1.5 } as const }],
  ])('ends a short bankrupt within a bar, where it has cost all there is: %s', (_title, given) => {
    const flat = [100, 100, 100, 100] as const;
    const bars = candlesFromBars([flat, flat, [100, 320, 100, 100], flat, flat]);
    const costs = { allowShort: true, takerFeeRate: 0.001, slippageRate: 0.01 };
    const result = run(bars, scripted(ENTER_SHORT), { ...costs, ...given });
    // Sold at 99; cash / (|quantity| × (1 + fee)), without slippage: the exchange's own fill.
    const quantity = 10_000 / (99 * 1.001);
    const price = (10_000 + quantity * 99 * 0.999) / (quantity * 1.001);
    expect(result.trades).toHaveLength(1);
    const [trade] = result.trades;
    expect(trade).toMatchObject({ exitReason: 'bankruptcy', exitIndex: 2, pnl: -10_000 });
    expect(trade.exitPrice).toBeCloseTo(price, 9);
    expect(trade.exitTime).toBe(bars.openTime[2]);
    expect(Array.from(result.equity.subarray(2))).toEqual([0, 0, 0]);
    expect(result).toMatchObject({ bankrupt: true, unpaidLoss: 0 });
    expect(result.warnings).toEqual(['the account went bankrupt and the run stopped there']);
  });

  it('fills a bankruptcy at the open beyond its price, and writes off the rest', () => {
    const bars = candlesFromBars([
      [100, 100, 100, 100],
      [100, 199, 100, 100],
      [250, 250, 90, 90],
      [90, 90, 90, 90],
    ]);
    const result = run(bars, scripted(ENTER_SHORT), { allowShort: true });
    expect(result.trades).toMatchObject([{ exitReason: 'bankruptcy', exitPrice: 250, pnl: -10_000 }]);
    expect(result).toMatchObject({ bankrupt: true, unpaidLoss: 5_000 });
  });

  it('ends bankrupt at an open too, before it takes the other side', () => {
    const bars = candlesFromPrices([100, 100, 300, 50]);
    const result = run(bars, scripted(ENTER_SHORT, ENTER_LONG), { allowShort: true });
    expect(Array.from(result.equity)).toEqual([10_000, 10_000, 0, 0]);
    expect(result.trades).toMatchObject([{ exitReason: 'signal', exitIndex: 2, pnl: -10_000 }]);
    expect(result.warnings).toHaveLength(1);
  });
});

describe('bars and value of a position', () => {
  it('leave out a bar left at its open, and count both fills', () => {
    const bars = candlesFromPrices([100, 100, 100, 200, 200]);
    const { metrics } = run(bars, scripted(ENTER_LONG, 0, EXIT_LONG));
    expect(metrics.exposure).toBe(2 / 5);
    // 100 units bought at 100 and sold at 200; equity is 10,000 for three bars and 20,000 for two.
    expect(metrics.turnover).toBeCloseTo((10_000 + 20_000) / 14_000, 12);
  });

  it('count the last bar when it is held to its close', () => {
    expect(run(candlesFromPrices([100, 100, 100, 200]), scripted(ENTER_LONG)).metrics.exposure).toBe(3 / 4);
  });
});
