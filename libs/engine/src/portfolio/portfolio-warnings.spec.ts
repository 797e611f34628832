import { candlesFromPrices } from '../../test/candles-from-prices';
import { runPrices } from '../../test/run-prices';
import { type PortfolioMember } from './portfolio';
import { type CandleColumns, joinCandleColumns, sliceCandleColumns } from '../market/candle-columns';

const BARS = 20;
const flat = Array<number>(BARS).fill(100);

/** All but the bars from `from` (inclusive) to `to` (exclusive). */
function without(from: number, to: number): CandleColumns {
  const candles = candlesFromPrices(flat);
  return joinCandleColumns([sliceCandleColumns(candles, 0, from), sliceCandleColumns(candles, to, BARS)]);
}

/** Bars are the days from 2020-01-01 on, so that bar 9 is the tenth of January. */
function warningsWith(
  candlesOf: Readonly<Record<string, CandleColumns>>,
  others: Readonly<Record<string, Partial<PortfolioMember>>> = {},
): readonly string[] {
  const prices = { A: flat, B: flat, C: flat };
  const given = Object.fromEntries(
    Object.entries(candlesOf).map(([symbol, candles]) => [symbol, { candles, ...others[symbol] }]),
  );
  const request = { weights: { method: 'equal' }, rebalance: { bars: 1 } };
  return runPrices(prices, request, { members: given }).warnings.filter((each) =>
    /missing|delisted/.test(each),
  );
}

describe('candles that members miss', () => {
  it('are counted and named, once where they are the same', () => {
    const hole = () => without(9, 12);
    expect(warningsWith({ A: hole(), B: hole(), C: without(4, 5) })).toEqual([
      'A, B: candles missing in the range, nothing was filled in: 3 (2020-01-10T00:00:00Z to 2020-01-12T00:00:00Z)',
      'C: candles missing in the range, nothing was filled in: 1 (2020-01-05T00:00:00Z)',
    ]);
  });

  it('are those of its own calendar, and of its own time in the universe', () => {
    const hole = () => without(9, 12);
    const others: Readonly<Record<string, Partial<PortfolioMember>>> = {
      B: { from: Date.UTC(2020, 0, 14) },
      C: { calendar: 'XNYS' },
    };
    // The tenth was a Friday; New York is closed on the two days after it.
    expect(warningsWith({ A: hole(), B: hole(), C: hole() }, others)).toEqual([
      'A: candles missing in the range, nothing was filled in: 3 (2020-01-10T00:00:00Z to 2020-01-12T00:00:00Z)',
      'C: candles missing in the range, nothing was filled in: 1 (2020-01-10T00:00:00Z)',
    ]);
  });

  it('are an end of the series from the fifth on, and that is said where it goes on', () => {
    // The fifth that is missing is that of the fourteenth, the next one there is that of the seventeenth.
    expect(warningsWith({ B: without(9, 16) })).toEqual([
      'counted as delisted until they had candles again: B (2020-01-14T00:00:00Z to 2020-01-17T00:00:00Z)',
      'B: candles missing in the range, nothing was filled in: 7 (2020-01-10T00:00:00Z to 2020-01-16T00:00:00Z)',
    ]);
  });

  it('are none before its first and after its last', () => {
    expect(warningsWith({ A: without(0, 4), B: without(16, BARS) })).toEqual([]);
  });
});
