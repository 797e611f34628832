import { type ClosedTrade, tradeStatistics } from './trade-statistics';

/** Net P&L, minute of the entry, minute of the exit. */
type Row = readonly [netPnl: number, entry: number, exit: number];

function closed([netPnl, entry, exit]: Row): ClosedTrade {
  return {
    netPnl: String(netPnl),
    grossPnl: String(netPnl + 2),
    fees: '2',
    funding: null,
    rMultiple: null,
    tradeReturn: null,
    entryTime: entry * 60_000,
    exitTime: exit * 60_000,
  };
}

const of = (...netPnl: string[]) =>
  tradeStatistics(netPnl.map((profit) => ({ ...closed([0, 0, 0]), netPnl: profit })));

const THREE_WINNERS: Row[] = [
  [20, 0, 20],
  [20, 10, 40],
  [10, 30, 40],
];
const THREE_LOSERS: Row[] = [
  [-20, 0, 20],
  [-20, 10, 40],
  [-10, 30, 40],
];
const TWO_LOSERS_ONE_WINNER: Row[] = [
  [-20, 0, 20],
  [-20, 10, 20],
  [10, 30, 40],
];
const ONE_WINNER_TWO_LOSERS: Row[] = [
  [10, 0, 10],
  [-20, 20, 40],
  [-20, 30, 40],
];
const ONE_LOSER_TWO_WINNERS: Row[] = [
  [-20, 0, 20],
  [20, 10, 20],
  [10, 30, 40],
];

const ONE_THIRD = 0.3333333333333333;
const SIXTEEN_AND_TWO_THIRDS = '16.666666666666666667';

// QuantConnect/Lean, Tests/Common/Statistics/TradeStatisticsTests.cs, of trades with a fee of 2 each: its ProfitLoss is the net P&L
// here, its MaximumClosedTradeDrawdown has the other sign, and its 0 or 10 for a ratio without losses or wins is null.
describe("LEAN's statistics of trades", () => {
  it('ThreeWinners', () => {
    expect(tradeStatistics(THREE_WINNERS.map(closed))).toEqual({
      trades: 3,
      wins: 3,
      losses: 0,
      winRate: 1,
      grossPnl: '56',
      fees: '6',
      funding: null,
      netPnl: '50',
      expectancy: SIXTEEN_AND_TWO_THIRDS,
      expectancyRatio: null,
      averageWin: SIXTEEN_AND_TWO_THIRDS,
      averageLoss: null,
      profitFactor: null,
      payoffRatio: null,
      averageR: null,
      averageReturn: null,
      longestWinningStreak: 3,
      longestLosingStreak: 0,
      maximumDrawdown: '0',
      averageHoldingSeconds: 1200,
    });
  });

  it('ThreeLosers', () => {
    expect(tradeStatistics(THREE_LOSERS.map(closed))).toMatchObject({
      wins: 0,
      losses: 3,
      winRate: 0,
      netPnl: '-50',
      expectancy: `-${SIXTEEN_AND_TWO_THIRDS}`,
      averageWin: null,
      averageLoss: `-${SIXTEEN_AND_TWO_THIRDS}`,
      profitFactor: 0,
      payoffRatio: null,
      longestWinningStreak: 0,
      longestLosingStreak: 3,
      maximumDrawdown: '50',
      averageHoldingSeconds: 1200,
    });
  });

  it.each([
    ['TwoLosersOneWinner', TWO_LOSERS_ONE_WINNER],
    ['OneWinnerTwoLosers', ONE_WINNER_TWO_LOSERS],
  ])('%s', (_, rows) => {
    expect(tradeStatistics(rows.map(closed))).toMatchObject({
      wins: 1,
      losses: 2,
      winRate: ONE_THIRD,
      fees: '6',
      netPnl: '-30',
      expectancy: '-10',
      averageWin: '10',
      averageLoss: '-20',
      profitFactor: 0.25,
      payoffRatio: 0.5,
      longestWinningStreak: 1,
      longestLosingStreak: 2,
      maximumDrawdown: '40',
      averageHoldingSeconds: 800,
    });
  });

  it('OneLoserTwoWinners', () => {
    expect(tradeStatistics(ONE_LOSER_TWO_WINNERS.map(closed))).toMatchObject({
      winRate: 2 / 3,
      netPnl: '10',
      expectancy: '3.333333333333333333',
      averageWin: '15',
      averageLoss: '-20',
      profitFactor: 1.5,
      payoffRatio: 0.75,
      longestWinningStreak: 2,
      longestLosingStreak: 1,
      maximumDrawdown: '20',
      averageHoldingSeconds: 800,
    });
  });

  it('ITMOptionAssignment', () => {
    const rows: Row[] = [
      [-80_000, 0, 20],
      [108_000, 20, 30],
    ];
    expect(tradeStatistics(rows.map(closed))).toMatchObject({
      netPnl: '28000',
      expectancy: '14000',
      profitFactor: 1.35,
      payoffRatio: 1.35,
      maximumDrawdown: '80000',
      averageHoldingSeconds: 900,
    });
  });
});

describe('statistics of trades', () => {
  // freqtrade, tests/data/test_btanalysis.py, test_calculate_expectancy.
  it("have freqtrade's expectancy and its ratio", () => {
    const { expectancy, expectancyRatio } = of('100', '200', '50', '-150', '300', '-100', '80', '-30');
    expect(expectancy).toBe('56.25');
    expect(expectancyRatio).toBeCloseTo(0.60267857, 8);
  });

  it('are null, and totals 0, without trades', () => {
    expect(tradeStatistics([])).toEqual({
      trades: 0,
      wins: 0,
      losses: 0,
      winRate: null,
      grossPnl: '0',
      fees: '0',
      funding: null,
      netPnl: '0',
      expectancy: null,
      expectancyRatio: null,
      averageWin: null,
      averageLoss: null,
      profitFactor: null,
      payoffRatio: null,
      averageR: null,
      averageReturn: null,
      longestWinningStreak: 0,
      longestLosingStreak: 0,
      maximumDrawdown: '0',
      averageHoldingSeconds: null,
    });
  });

  it('count a trade at exactly 0 as neither, and end the streak with it', () => {
    expect(of('1', '1', '0', '1', '-1', '0.000', '-1')).toMatchObject({
      trades: 7,
      wins: 3,
      losses: 2,
      winRate: 3 / 7,
      longestWinningStreak: 2,
      longestLosingStreak: 1,
    });
  });

  it('lose no digit', () => {
    const { netPnl, maximumDrawdown } = of(
      '99999999999999999999.000000000000000001',
      '-0.000000000000000000000000000000000003',
      '-0.1',
    );
    expect(netPnl).toBe('99999999999999999998.900000000000000000999999999999999997');
    expect(maximumDrawdown).toBe('0.100000000000000000000000000000000003');
  });

  it('average what is known', () => {
    const [first, second, third] = THREE_WINNERS.map(closed);
    const known = tradeStatistics([
      { ...first, rMultiple: 2, tradeReturn: 0.5, funding: '-0.5' },
      { ...second, rMultiple: -1, entryTime: null },
      { ...third, tradeReturn: -0.25, exitTime: null, funding: '0.25' },
    ]);
    expect(known).toMatchObject({
      averageR: 0.5,
      averageReturn: 0.125,
      averageHoldingSeconds: 1200,
      funding: '-0.25',
    });
  });
});
