import { candlesFromBars } from '../../test/candles-from-bars';
import { run, scripted } from '../../test/run-scripted';
import { STRATEGIES } from '../strategies/registry';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG } from './strategy';
import { type Distance, type Execution } from './execution';

const fraction = (value: number): Distance => ({ unit: 'fraction', value });
const FLAT = [100, 100, 100, 100] as const;

/** One entry at the open of bar 1, at 100; then the bars given. */
function after(execution: Partial<Execution>, ...bars: [number, number, number, number][]) {
  const entry = execution.allowShort ? ENTER_SHORT : ENTER_LONG;
  const result = run(candlesFromBars([FLAT, ...bars, FLAT]), scripted(entry), execution);
  const [{ exitReason, exitPrice, exitIndex, fees }] = result.trades;
  return { exitReason, exitPrice, exitIndex, fees, ambiguousBars: result.ambiguousBars, result };
}

describe('within a bar', () => {
  const bracket = { stopLoss: fraction(0.05), takeProfit: fraction(0.1) };
  it('takes the stop when stop and target are both reached, and counts the bar (freqtrade: stoploss before ROI)', () => {
    const { result, ...exit } = after(bracket, [100, 111, 94, 105]);
    expect(exit).toMatchObject({ exitReason: 'stop_loss', exitPrice: 95, exitIndex: 1, ambiguousBars: 1 });
    expect(result.warnings).toEqual([
      'bars whose prices allow several orders of events, each taken in the order that is worst for the account: 1',
    ]);
  });

  it('is not in doubt when the bar already opens beyond the stop', () => {
    expect(after(bracket, [100, 101, 99, 100], [90, 112, 90, 100])).toMatchObject({
      exitReason: 'stop_loss',
      exitPrice: 90,
      ambiguousBars: 0,
    });
  });

  it('fills a target at the open when the bar opens beyond it', () => {
    expect(after(bracket, [100, 101, 99, 100], [115, 120, 112, 118])).toMatchObject({
      exitReason: 'take_profit',
      exitPrice: 115,
    });
  });

  it('mirrors all of it for a short', () => {
    const short = { ...bracket, allowShort: true };
    expect(after(short, [100, 106, 89, 100])).toMatchObject({
      exitReason: 'stop_loss',
      exitPrice: 105,
      ambiguousBars: 1,
    });
    expect(after(short, [100, 101, 89, 95])).toMatchObject({ exitReason: 'take_profit', exitPrice: 90 });
    expect(after(short, [100, 101, 99, 100], [107, 108, 105, 106])).toMatchObject({ exitPrice: 107 });
  });

  it('charges a stop like a market order and a target like a limit order', () => {
    const costs = { takerFeeRate: 0.001, makerFeeRate: 0.0002, slippageRate: 0.01, initialCapital: 100.1 };
    const stopped = after({ ...bracket, ...costs }, [100, 101, 90, 95]).result.trades[0];
    expect(stopped.entryPrice).toBe(101);
    expect(stopped.exitPrice).toBeCloseTo(101 * 0.95 * 0.99, 12);
    expect(stopped.fees).toBeCloseTo(stopped.quantity * (101 + stopped.exitPrice) * 0.001, 12);
    const taken = after({ ...bracket, ...costs }, [100, 120, 99, 118]).result.trades[0];
    expect(taken.exitPrice).toBeCloseTo(101 * 1.1, 12);
    expect(taken.fees).toBeCloseTo(taken.quantity * (101 * 0.001 + taken.exitPrice * 0.0002), 12);
    expect(taken.slippage).toBeCloseTo(taken.quantity * 1, 12);
  });

  it('closes at the open what a signal decided to close, before any level', () => {
    const bars = candlesFromBars([FLAT, FLAT, [96, 97, 80, 85], FLAT]);
    const { trades } = run(bars, scripted(ENTER_LONG, EXIT_LONG), { stopLoss: fraction(0.05) });
    expect(trades).toMatchObject([{ exitReason: 'signal', exitPrice: 96, exitIndex: 2 }]);
  });

  it('dates an exit within a bar by its open, and counts the bar as held', () => {
    const { result } = after(bracket, [100, 101, 94, 105]);
    expect(result.trades[0].exitTime).toBe(result.trades[0].entryTime);
    expect(result.metrics.exposure).toBe(1 / 3);
  });
});

describe('a trailing stop', () => {
  it('knows the high of completed bars only', () => {
    // The high of 120 comes with a low of 104: 10 % below 120 is 108, which only the next bar may be held against.
    const exit = after({ trailingStop: fraction(0.1) }, [100, 120, 104, 115], [115, 116, 107, 110]);
    expect(exit).toMatchObject({ exitReason: 'trailing_stop', exitPrice: 108, exitIndex: 2 });
  });

  it('starts at the entry, and yields to a nearer stop-loss', () => {
    const both = { trailingStop: fraction(0.1), stopLoss: fraction(0.05) };
    expect(after(both, [100, 101, 94, 95])).toMatchObject({ exitReason: 'stop_loss', exitPrice: 95 });
    expect(after(both, [100, 120, 99, 119], [119, 119, 100, 101])).toMatchObject({
      exitReason: 'trailing_stop',
      exitPrice: 108,
    });
    expect(after({ trailingStop: fraction(0.1) }, [100, 101, 85, 95])).toMatchObject({ exitPrice: 90 });
  });

  it('follows the low of a short', () => {
    const exit = after(
      { trailingStop: fraction(0.1), allowShort: true },
      [100, 101, 80, 85],
      [85, 90, 84, 89],
    );
    expect(exit).toMatchObject({ exitReason: 'trailing_stop', exitPrice: 88, exitIndex: 2 });
  });

  it('ignores the extremes of a bar that it was entered at the close of', () => {
    const bars = candlesFromBars([[100, 150, 90, 100], [100, 101, 95, 96], FLAT]);
    const { trades } = run(bars, scripted(ENTER_LONG), { trailingStop: fraction(0.1), fill: 'close' });
    expect(trades).toMatchObject([{ exitReason: 'end_of_data', entryIndex: 0 }]);
  });
});

describe('liquidation', () => {
  it.each([
    // Bybit, "Liquidation Price (USDT Contract)", example 1: 20,000, 50x, maintenance margin 0.5 %.
    [false, 50, 20_000, 19_700],
    [true, 50, 20_000, 20_300],
    // entry × (1 - 1/L + 0.005) and entry × (1 + 1/L - 0.005).
    [false, 10, 100, 90.5],
    [true, 10, 100, 109.5],
    [false, 2, 100, 50.5],
  ])('short %p at %ix from %d is at %d', (allowShort, leverage, entry, level) => {
    const beyond = allowShort ? level + 0.001 : level - 0.001;
    const short = allowShort ? level - 0.001 : level + 0.001;
    const bars = (worst: number) =>
      candlesFromBars([
        [entry, entry, entry, entry],
        [entry, Math.max(entry, worst), Math.min(entry, worst), entry],
        [entry, entry, entry, entry],
      ]);
    const entering = scripted(allowShort ? ENTER_SHORT : ENTER_LONG);
    const [liquidated] = run(bars(beyond), entering, { leverage, allowShort }).trades;
    expect(liquidated.exitReason).toBe('liquidation');
    expect(liquidated.exitPrice).toBeCloseTo(level, 9);
    expect(run(bars(short), entering, { leverage, allowShort }).trades[0].exitReason).toBe('end_of_data');
  });

  it('comes after a stop that is nearer to the open, in a bar without a gap', () => {
    const exit = after({ leverage: 10, stopLoss: fraction(0.05) }, [100, 100, 88, 88]);
    expect(exit).toMatchObject({ exitReason: 'stop_loss', exitPrice: 95, ambiguousBars: 0 });
    expect(exit.result.metrics.finalEquity).toBeCloseTo(5_000, 8);
    expect(exit.result.bankrupt).toBe(false);
  });

  it('costs the margin at most, whatever the gap, the fee and the slippage', () => {
    const half = { mode: 'percent_equity', value: 0.5 } as const;
    const given = { leverage: 10, sizing: half, takerFeeRate: 0.001, slippageRate: 0.01 };
    const { result } = after(given, [100, 101, 99, 100], [50, 60, 50, 55]);
    const [trade] = result.trades;
    const margin = (trade.quantity * trade.entryPrice) / 10;
    const entryFee = trade.quantity * trade.entryPrice * 0.001;
    expect(trade).toMatchObject({ exitReason: 'liquidation', exitPrice: trade.entryPrice * 0.9 });
    expect(trade.pnl).toBeCloseTo(-margin - entryFee, 8);
    expect(result.metrics.finalEquity).toBeCloseTo(10_000 + trade.pnl, 8);
    expect(result.bankrupt).toBe(false);
  });

  it('happens at the open before the order that would have closed it there', () => {
    const bars = candlesFromBars([FLAT, FLAT, [80, 85, 80, 85], FLAT]);
    const { trades, metrics } = run(bars, scripted(ENTER_LONG, EXIT_LONG), { leverage: 10 });
    // All of the capital is its margin: the open at 80 is beyond liquidation (90.5) and bankruptcy (90), the farther one.
    expect(trades).toMatchObject([{ exitReason: 'bankruptcy', exitIndex: 2, exitPrice: 90 }]);
    expect(metrics.finalEquity).toBe(0);
  });

  it('writes off what a gap costs beyond the margin, and says how much', () => {
    const half = { mode: 'percent_equity', value: 0.5 } as const;
    const { result } = after({ leverage: 10, sizing: half }, [100, 101, 99, 100], [80, 85, 80, 85]);
    // 500 units lose 10,000 where their margin was 5,000.
    expect(result).toMatchObject({ bankrupt: false, unpaidLoss: 5_000 });
    expect(result.trades[0]).toMatchObject({ exitReason: 'liquidation', pnl: -5_000 });
    expect(result.warnings).toEqual([
      'positions liquidated: 1',
      'a loss of 5000 beyond the margin of liquidated positions was written off',
    ]);
  });

  it('of all the capital is bankruptcy, though rounding leaves a trace of it', () => {
    // 0.7 / (100 × (1/3 + 0.0007)) is no binary fraction: what margin and fee leave of the 0.7 is not exactly 0.
    const bars = candlesFromBars([FLAT, FLAT, [60, 61, 60, 61], FLAT, FLAT, FLAT]);
    const again = scripted(ENTER_LONG, 0, ENTER_LONG);
    const result = run(bars, again, { leverage: 3, initialCapital: 0.7, takerFeeRate: 0.0007 });
    expect(result.bankrupt).toBe(true);
    expect(result.trades).toMatchObject([{ exitReason: 'bankruptcy', pnl: -0.7 }]);
    expect(Array.from(result.equity)).toEqual([0.7, expect.any(Number), 0, 0, 0, 0]);
    expect(result.warnings[0]).toMatch('the account went bankrupt and the run stopped there');
  });

  it('is not for a position without leverage', () => {
    expect(after({}, [100, 101, 0.01, 95]).exitReason).toBe('end_of_data');
  });
});

describe('of several adverse levels', () => {
  // freqtrade, stoploss_or_liquidation, takes the nearer of the two in the same way; levels at 95, 93 and 90.5.
  const levels = { leverage: 10, stopLoss: fraction(0.05), trailingStop: fraction(0.07) };
  type Expected = readonly [string, Partial<Execution>, exitReason: string, exitPrice: number];

  it.each<Expected>([
    ['stop', {}, 'stop_loss', 95],
    ['trailing stop', { stopLoss: fraction(0.08) }, 'trailing_stop', 93],
    ['liquidation', { stopLoss: fraction(0.12), trailingStop: null }, 'liquidation', 90.5],
    ['stop, at the price of the trailing stop', { trailingStop: fraction(0.05) }, 'stop_loss', 95],
    [
      'stop, at the price of liquidation',
      { stopLoss: fraction(0.095), trailingStop: null },
      'stop_loss',
      90.5,
    ],
  ])('the nearest to the open fills: %s', (_title, given, exitReason, exitPrice) => {
    const long = after({ ...levels, ...given }, [100, 100, 80, 80]);
    expect(long).toMatchObject({ exitReason, exitPrice, ambiguousBars: 0 });
    const short = after({ ...levels, ...given, allowShort: true }, [100, 120, 100, 120]);
    expect(short).toMatchObject({ exitReason, exitPrice: 200 - exitPrice, ambiguousBars: 0 });
  });

  it.each([
    [94, 'stop_loss'],
    [92, 'trailing_stop'],
    [90.4, 'liquidation'],
    [89, 'bankruptcy'],
  ])('a bar that opens at %d fills there, for the farthest one passed: %s', (open, exitReason) => {
    const long = after(levels, [100, 100, 99, 99], [open, open, 70, 99]);
    // Bankruptcy is where the margin is lost, which no fill is worse than.
    expect(long).toMatchObject({ exitReason, exitPrice: Math.max(open, 90), exitIndex: 2 });
    const [rise, mirrored] = [[100, 101, 100, 101] as const, 200 - open];
    const short = after({ ...levels, allowShort: true }, [...rise], [mirrored, 130, mirrored, 101]);
    expect(short).toMatchObject({ exitReason, exitIndex: 2 });
    expect(short.exitPrice).toBeCloseTo(Math.min(mirrored, 110), 12);
  });
});

describe('after a protective exit', () => {
  const bars = candlesFromBars([FLAT, FLAT, [100, 100, 90, 92], FLAT, FLAT]);
  const stop = { stopLoss: fraction(0.05) };

  it('enters again where the signal still says so', () => {
    const { trades } = run(bars, scripted(ENTER_LONG, ENTER_LONG, ENTER_LONG, ENTER_LONG), stop);
    expect(trades.map(({ entryIndex, exitReason }) => [entryIndex, exitReason])).toEqual([
      [1, 'stop_loss'],
      [3, 'end_of_data'],
    ]);
  });

  it('stays out where buying and holding was the plan', () => {
    const result = run(bars, STRATEGIES.buy_and_hold, stop);
    expect(result.trades.map(({ exitReason }) => exitReason)).toEqual(['stop_loss']);
    // The benchmark holds without a stop.
    expect(result.benchmark.totalReturn).toBe(0);
  });
});
