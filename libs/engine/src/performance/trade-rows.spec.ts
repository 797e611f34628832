import { EXIT_REASONS, type Trade } from './trade';
import { figuresOfTrades } from './trade-figures';
import { TradeRows } from './trade-rows';

/** Different numbers in every field, with all digits of a double. */
function trade(index: number): Trade {
  const [entryTime, exitTime] = [1_000 * index, 1_000 * index + 500];
  const exitReason = EXIT_REASONS[index % EXIT_REASONS.length];
  const side = index % 3 === 0 ? 'short' : 'long';
  return {
    entryTime,
    exitTime,
    side,
    quantity: index / 7 + 1,
    entryPrice: 100 + index / 3,
    exitPrice: 100 - index / 3,
    fees: index / 11,
    funding: -index / 13,
    slippage: index / 17,
    pnl: index / 19 - 5,
    return: index / 23 - 0.5,
    exitReason,
    entryIndex: index,
    exitIndex: index + 2,
  };
}

describe('TradeRows', () => {
  it('gives back what was added, as the same objects each time, over the end of a block', () => {
    const rows = new TradeRows();
    const trades = Array.from({ length: 600 }, (_, index) => trade(index));
    for (const added of trades.slice(0, 300)) rows.add(added);
    const first = rows.all()[0];
    for (const added of trades.slice(300)) rows.add(added);
    expect(rows.all()).toEqual(trades);
    expect(Object.keys(rows.all()[0])).toEqual(Object.keys(trades[0]));
    expect(rows.all()[0]).toBe(first);
    expect(rows.figures()).toEqual(figuresOfTrades(trades));
    expect([rows.quantity(599), rows.entryIndex(599), rows.exitIndex(599)]).toEqual([599 / 7 + 1, 599, 601]);
  });

  it('has nothing of what was there before it was cleared', () => {
    const rows = new TradeRows();
    for (const index of [0, 1, 2]) rows.addWhole({ ...trade(index), entryTag: 'dip' });
    rows.clear();
    expect(rows.all()).toEqual([]);
    rows.add(trade(3));
    expect(rows.all()).toEqual([trade(3)]);
  });

  it('keeps tags and legs, and takes the last one out', () => {
    const rows = new TradeRows();
    const { exitTime, exitPrice, quantity, fees, funding, slippage, pnl, exitIndex } = trade(1);
    const leg = {
      exitTime,
      exitPrice,
      quantity,
      fees,
      funding,
      slippage,
      pnl,
      exitIndex,
      exitReason: 'reduce',
    };
    const tagged = { ...trade(1), entryTag: 'dip', legs: [leg] };
    rows.add(trade(0));
    rows.addWhole(tagged);
    rows.add(trade(2));
    expect(rows.pop()).toEqual(trade(2));
    rows.add(trade(3));
    expect(rows.all()).toEqual([trade(0), tagged, trade(3)]);
    expect([rows.legs(0), rows.legs(1), rows.length]).toEqual([undefined, [leg], 3]);
    expect(rows.figures()).toEqual(figuresOfTrades(rows.all()));
  });
});
