import { PLAIN_EXECUTION } from '../src/backtest/execution';
import { type CandleColumns, joinCandleColumns, sliceCandleColumns } from '../src/market/candle-columns';
import { type PortfolioMember } from '../src/portfolio/portfolio';
import { randomWalkCandles } from './random-walk-candles';

const BARS = 800;

/** Random walks of a day: two without a gap, one that begins later, one with a hole of ten bars, one that ends early, one that leaves. */
export function unlikeMembers(): PortfolioMember[] {
  const walk = (seed: number) => randomWalkCandles(BARS, seed);
  const holed = walk(3);
  return [
    member('A', walk(11)),
    member('B', walk(22)),
    member('C', sliceCandleColumns(walk(33), 90, BARS)),
    member('D', joinCandleColumns([sliceCandleColumns(holed, 0, 300), sliceCandleColumns(holed, 310, BARS)])),
    member('E', sliceCandleColumns(walk(44), 0, 420)),
    { ...member('F', walk(55)), from: openOf(walk(55), 50), to: openOf(walk(55), 500) },
  ];
}

export function openOf(candles: CandleColumns, bar: number): number {
  return candles.openTime[bar];
}

function member(symbol: string, candles: CandleColumns): PortfolioMember {
  return {
    exchange: 'us',
    symbol,
    candles,
    from: null,
    to: null,
    calendar: '24x7',
    execution: { ...PLAIN_EXECUTION, takerFeeRate: 0.001, slippageRate: 0.0005 },
    funding: null,
  };
}
