import { run, scripted } from '../../test/run-scripted';
import { wildCandles } from '../../test/wild-candles';
import { type CandleColumns } from '../market/candle-columns';
import { grid } from '../strategies/grid';
import { resolveStrategy } from '../strategies/registry';
import { ENTER_LONG, ENTER_SHORT } from './strategy';
import { seededRandom } from '../seeded-random';
import { type Distance, type Execution, PLAIN_EXECUTION } from './execution';
import { type BacktestResult } from './run-backtest';
import { type Trade } from '../performance/trade';

/**
 * What holds for any bars and any levels. The oracles are written from the rules of docs/order-execution.md alone and
 * share nothing with the engine.
 */
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const RUNS_PER_SEED = 40;
const BARS = 60;
const NOTHING_SETTLED = { time: new Float64Array(0), rate: new Float64Array(0) };

interface Draw {
  readonly candles: CandleColumns;
  readonly execution: Execution;
  readonly side: 1 | -1;
  readonly random: () => number;
}

/** As many draws as runs of a seed. */
function drawsOf(seed: number): Draw[] {
  const random = seededRandom(seed);
  const pick = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)];
  const distance = (largest: number): Distance | null =>
    pick(null, { unit: 'fraction', value: 0.01 + random() * largest } as const);
  return Array.from({ length: RUNS_PER_SEED }, () => {
    const candles = wildCandles(BARS, random);
    const execution: Execution = {
      ...PLAIN_EXECUTION,
      allowShort: true,
      takerFeeRate: pick(0, 0.001, 0.008),
      makerFeeRate: pick(0, 0.0002),
      slippageRate: pick(0, 0.0005, 0.01),
      leverage: pick(1, 1, 2, 5, 20),
      sizing: { mode: 'percent_equity', value: pick(1, 0.5) },
      stopLoss: distance(0.4),
      trailingStop: distance(0.4),
      takeProfit: pick(null, distance(0.8)),
    };
    return { candles, execution, side: pick(1, -1), random };
  });
}

const entering = (side: 1 | -1) => scripted(side === 1 ? ENTER_LONG : ENTER_SHORT);

interface Exit {
  readonly index: number;
  readonly reason: string;
  readonly reference: number;
}

/** Where a position entered at the open of bar 1 ends, bar by bar and level by level; null when it lasts. */
function expectedExit({ candles, execution, side }: Draw, entry: number, quantity: number): Exit | null {
  const { takerFeeRate: fee, leverage, initialCapital, stopLoss, trailingStop, takeProfit } = execution;
  const equityAtEntry = initialCapital - quantity * entry * fee;
  const margin = (quantity * entry) / leverage;
  const isWholeAccount = leverage === 1 || equityAtEntry - margin <= 1e-9 * initialCapital;
  // equity + side × quantity × (price - entry) - quantity × price × fee = 0
  const ruin = (entry * quantity - side * equityAtEntry) / (quantity * (1 - side * fee));
  let best = entry;
  for (let index = 1; index < candles.length; index++) {
    const [open, high, low] = [candles.open[index], candles.high[index], candles.low[index]];
    const [worst, favourable] = side === 1 ? [low, high] : [high, low];
    const levels: [reason: string, price: number][] = [];
    if (stopLoss) levels.push(['stop_loss', entry * (1 - side * stopLoss.value)]);
    if (trailingStop) levels.push(['trailing_stop', best * (1 - side * trailingStop.value)]);
    if (leverage > 1) levels.push(['liquidation', entry * (1 - side * (1 / leverage - 0.005))]);
    if (isWholeAccount) levels.push(['bankruptcy', ruin]);
    // In the order in which a price that moves against the position reaches them.
    levels.sort(([, one], [, other]) => side * (other - one));
    const passed = levels.filter(([, price]) => side * (open - price) <= 0);
    if (passed.length > 0) return { index, reason: passed[passed.length - 1][0], reference: open };
    const reached = levels.find(([, price]) => side * (worst - price) <= 0);
    if (reached) return { index, reason: reached[0], reference: reached[1] };
    const target = takeProfit ? entry * (1 + side * takeProfit.value) : side * Infinity;
    if (side * (favourable - target) >= 0) {
      return { index, reason: 'take_profit', reference: side * (open - target) > 0 ? open : target };
    }
    best = side === 1 ? Math.max(best, high) : Math.min(best, low);
  }
  return null;
}

/** The fill of an exit: with slippage where the position's own order makes it, and not beyond its margin. */
function expectedPrice({ execution, side }: Draw, { reason, reference }: Exit, entry: number): number {
  const slips = reason === 'stop_loss' || reason === 'trailing_stop';
  const price = slips ? reference * (1 - side * execution.slippageRate) : reference;
  const takenOver = entry * (1 - side / execution.leverage);
  return execution.leverage > 1 && side * (price - takenOver) < 0 ? takenOver : price;
}

const relative = (one: number, other: number) => Math.abs(one / other - 1);
const directionOf = ({ side }: Trade) => (side === 'long' ? 1 : -1);

/** Cash and position, marked at each close, from the trades alone. */
function marked(
  result: BacktestResult,
  { close }: CandleColumns,
  feeRateOfEntry: number,
  bar: number,
): number {
  return result.trades.reduce((equity, trade) => {
    if (trade.entryIndex > bar) return equity;
    if (trade.exitIndex <= bar) return equity + trade.pnl;
    const { quantity, entryPrice } = trade;
    const gain = directionOf(trade) * quantity * (close[bar] - entryPrice);
    return equity + gain - quantity * entryPrice * feeRateOfEntry;
  }, 10_000);
}

describe.each(SEEDS)('random bars and levels %i', (seed) => {
  const draws = drawsOf(seed);

  it('end a position at the level that the rules say', () => {
    for (const draw of draws) {
      const [trade] = run(draw.candles, entering(draw.side), draw.execution).trades;
      const expected = expectedExit(draw, trade.entryPrice, trade.quantity);
      const { exitIndex, exitReason, exitPrice } = trade;
      if (expected === null) {
        expect({ exitReason, exitIndex }).toEqual({ exitReason: 'end_of_data', exitIndex: BARS - 1 });
        continue;
      }
      expect({ exitReason, exitIndex }).toEqual({ exitReason: expected.reason, exitIndex: expected.index });
      expect(relative(exitPrice, expectedPrice(draw, expected, trade.entryPrice))).toBeLessThan(1e-9);
    }
  });

  it("fill within their bar's prices but for slippage, and for a margin used up", () => {
    const outside: Trade[] = [];
    for (const { candles, execution, side, random } of draws) {
      const signals = Array.from({ length: BARS }, () => Math.floor(random() * 16));
      for (const strategy of [entering(side), scripted(...signals)]) {
        for (const trade of run(candles, strategy, execution).trades) {
          const takenOver = trade.entryPrice * (1 - directionOf(trade) / execution.leverage);
          const lowest = (1 - execution.slippageRate) * (1 - 1e-12);
          const highest = (1 + execution.slippageRate) * (1 + 1e-12);
          const isWithin = (price: number, bar: number) =>
            price <= candles.high[bar] * highest && price >= candles.low[bar] * lowest;
          const isTakenOver = execution.leverage > 1 && trade.exitPrice === takenOver;
          if (!isWithin(trade.entryPrice, trade.entryIndex)) outside.push(trade);
          else if (!isTakenOver && !isWithin(trade.exitPrice, trade.exitIndex)) outside.push(trade);
        }
      }
    }
    expect(outside).toEqual([]);
  });

  it('keep equity at cash and position, at every close, and at 0 after a bankruptcy', () => {
    for (const { candles, execution, random } of draws) {
      const signals = Array.from({ length: BARS }, () => Math.floor(random() * 16));
      const result = run(candles, scripted(...signals), execution);
      const last = result.trades.at(-1);
      const endsAt = result.bankrupt ? last!.exitIndex : BARS;
      const wrong = result.equity.findIndex((value, bar) => {
        if (bar >= endsAt) return value !== 0;
        const expected = marked(result, candles, execution.takerFeeRate, bar);
        return !(value >= 0 && Math.abs(value - expected) < 1e-6);
      });
      expect(wrong).toBe(-1);
    }
  });

  it('come out alike by the short way through the bars and by the long one', () => {
    for (const { candles, execution, random } of draws) {
      const signals = Array.from({ length: BARS }, () => Math.floor(random() * random() * 16));
      const plain = { ...execution, leverage: 1, stopLoss: null, takeProfit: null, trailingStop: null };
      const short = run(candles, scripted(...signals), plain);
      const long = run(candles, scripted(...signals), plain, { funding: NOTHING_SETTLED });
      expect(long.trades).toEqual(short.trades);
      expect(Array.from(long.equity)).toEqual(Array.from(short.equity));
      expect([long.bankrupt, long.unpaidLoss]).toEqual([short.bankrupt, short.unpaidLoss]);
    }
  });

  it('fill a grid by its rules', () => {
    for (const { candles, execution } of draws) {
      const costs = { ...PLAIN_EXECUTION, ...ratesOf(execution), initialCapital: 1e6 };
      const given = { lower: 80, upper: 120, levels: 9, quantity_per_level: 2 };
      const { trades } = run(candles, grid, costs, resolveStrategy('grid', given));
      const byEntry = (one: readonly number[], other: readonly number[]) =>
        one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || one[3] - other[3];
      const rows = trades.map(({ entryIndex, exitIndex, entryPrice, exitPrice }) => [
        ...[entryIndex, entryPrice, exitIndex, exitPrice],
      ]);
      expect(rows.sort(byEntry)).toEqual(gridTrades(candles, costs.slippageRate).sort(byEntry));
    }
  });
});

function ratesOf({ takerFeeRate, makerFeeRate, slippageRate }: Execution) {
  return { takerFeeRate, makerFeeRate, slippageRate };
}

/** Nine levels from 80 to 120, each bought and sold a level higher: entry bar, entry price, exit bar, exit price. */
function gridTrades({ open, high, low, close, length }: CandleColumns, slippage: number): number[][] {
  const trades: number[][] = [];
  for (let level = 80; level < 120; level += 5) {
    const sale = level + 5;
    let held: number[] | null = null;
    for (let bar = 1; bar < length; bar++) {
      const isBelow = level <= close[bar - 1];
      const wasHeld = held !== null;
      if (held === null && isBelow && low[bar] <= level) held = [bar, Math.min(level, open[bar])];
      else if (held === null && !isBelow && high[bar] >= level && open[bar] < sale)
        held = [bar, Math.max(level, open[bar]) * (1 + slippage)];
      if (held === null || high[bar] < sale) continue;
      // Bought by a limit order in this bar, only a close at the sale shows that the price rose to it afterwards.
      if (!wasHeld && isBelow && close[bar] < sale) continue;
      trades.push([...held, bar, wasHeld ? Math.max(sale, open[bar]) : sale]);
      held = null;
    }
    if (held !== null) trades.push([...held, length - 1, close[length - 1] * (1 - slippage)]);
  }
  return trades;
}

it('draws positions that end in every way', () => {
  const endings = new Set(
    SEEDS.flatMap(drawsOf).flatMap(({ candles, execution, side }) =>
      run(candles, entering(side), execution).trades.map(({ exitReason }) => `${side} ${exitReason}`),
    ),
  );
  for (const reason of [
    'stop_loss',
    'trailing_stop',
    'liquidation',
    'bankruptcy',
    'take_profit',
    'end_of_data',
  ]) {
    expect(endings).toContain(`1 ${reason}`);
    expect(endings).toContain(`-1 ${reason}`);
  }
});
