import { LEAN_TRADES, type LeanTrade } from '../../test/lean-trades';
import { type Execution, fillsOf, mirrored, SPOT } from '../../test/trade-fills';
import { matchFills, matchingSteps } from './match-fills';
import type { RoundTrip, TradeMatching } from './round-trip';

function summary({ firstFillId, ordinal, legs, ...trip }: RoundTrip): LeanTrade {
  const { fillId: lastFillId } = legs[legs.length - 1];
  return [
    `${firstFillId}.${ordinal} to ${lastFillId}`,
    trip.quantity,
    trip.entryPrice,
    trip.exitPrice!,
    trip.grossPnl!,
  ];
}

function negative([ids, quantity, entryPrice, exitPrice, grossPnl]: LeanTrade): LeanTrade {
  return [ids, quantity, entryPrice, exitPrice, grossPnl === '0' ? '0' : `-${grossPnl}`];
}

function match(executions: readonly Execution[], matching: TradeMatching) {
  return matchFills(fillsOf(executions, { fee: '1' }), { matching, contract: SPOT });
}

describe.each([
  ['fifo', 'fifo'],
  ['flat_to_flat', 'flatToFlat'],
] as const)("LEAN's trades of matching %s", (matching, expected) => {
  it.each(LEAN_TRADES)('$name', ({ executions, [expected]: trades }) => {
    const long = match(executions, matching);
    expect(long.roundTrips.map(summary)).toEqual(trades);
    expect(long.roundTrips.map(({ side }) => side)).toEqual(trades.map(() => 'long'));
    expect(long.position).toEqual({ quantity: '0', averagePrice: null });
    const short = match(mirrored(executions), matching);
    expect(short.roundTrips.map(summary)).toEqual(trades.map(negative));
    expect(short.roundTrips.map(({ side }) => side)).toEqual(trades.map(() => 'short'));
  });

  // Reversal{LongToShort,ShortToLong}; of the fees LEAN gives 2 to the first trade and 1 to the second.
  it('Reversal, with the fee of the reversing fill split by quantity', () => {
    const executions: Execution[] = [
      ['1000', '1.07'],
      ['-2000', '1.08'],
      ['1000', '1.09'],
    ];
    const { roundTrips } = match(executions, matching);
    expect(roundTrips.map(summary)).toEqual([
      ['1.0 to 2', '1000', '1.07', '1.08', '10'],
      ['2.0 to 3', '1000', '1.08', '1.09', '-10'],
    ]);
    expect(
      roundTrips.map(({ side, fees, entryTime, exitTime }) => [side, fees, entryTime, exitTime]),
    ).toEqual([
      ['long', '1.5', 0, 600_000],
      ['short', '1.5', 600_000, 1_200_000],
    ]);
    expect(match(mirrored(executions), matching).roundTrips.map((trip) => trip.grossPnl)).toEqual([
      '-10',
      '10',
    ]);
  });

  it('AllInAllOutLongWithMultiplier', () => {
    const contract = { multiplier: '10', isInverse: false };
    const { roundTrips } = matchFills(fillsOf(LEAN_TRADES[0].executions), { matching, contract });
    expect(roundTrips.map(summary)).toEqual([['1.0 to 2', '1000', '1.08', '1.09', '100']]);
    expect(roundTrips[0].entryValue).toBe('10800');
  });
});

describe('a reversal', () => {
  // LEAN's TradeBuilder averages the whole of the last fill into the exit, and has 95.
  it('has an exit of what it closes alone', () => {
    const executions: Execution[] = [
      ['2', '100'],
      ['-1', '110'],
      ['-3', '90'],
    ];
    const { roundTrips, position } = match(executions, 'flat_to_flat');
    expect(roundTrips.map(({ exitPrice, grossPnl }) => [exitPrice, grossPnl])).toEqual([
      ['100', '0'],
      [null, null],
    ]);
    expect(position).toEqual({ quantity: '-2', averagePrice: '90' });
  });

  it.each(['flat_to_flat', 'fifo'] as const)('splits its fees to the last digit (%s)', (matching) => {
    const executions: Execution[] = [
      ['1', '100'],
      ['-3', '100'],
    ];
    const fills = fillsOf(executions, (index) =>
      index === 0 ? {} : { fee: '1', feeApart: { currency: 'BNB', amount: '-0.5' } },
    );
    const { roundTrips } = matchFills(fills, { matching, contract: SPOT });
    expect(roundTrips.map(({ period }) => period)).toEqual([
      { firstFillId: 1, quantity: '1' },
      { firstFillId: 2, quantity: '2' },
    ]);
    // Python's decimal: 1 / 3 and 0.5 / 3 to 18 decimal places, half to even.
    expect(roundTrips.map(({ fees, feesApart }) => [fees, feesApart])).toEqual([
      ['0.333333333333333333', [{ currency: 'BNB', amount: '-0.166666666666666667' }]],
      ['0.666666666666666667', [{ currency: 'BNB', amount: '-0.333333333333333333' }]],
    ]);
  });
});

describe('an open position', () => {
  it('has the exits so far among its legs, and no result (flat to flat)', () => {
    const executions: Execution[] = [
      ['2', '100'],
      ['-0.5', '110.50'],
    ];
    expect(match(executions, 'flat_to_flat').roundTrips).toEqual([
      {
        firstFillId: 1,
        ordinal: 0,
        period: { firstFillId: 1, quantity: '2' },
        side: 'long',
        quantity: '2',
        entryPrice: '100',
        exitPrice: null,
        entryTime: 0,
        exitTime: null,
        entryValue: '200',
        grossPnl: null,
        fees: '2',
        feesApart: [],
        legs: [
          { fillId: 1, role: 'entry', side: 'buy', time: 0, price: '100', quantity: '2', fee: '1' },
          { fillId: 2, role: 'exit', side: 'sell', time: 600_000, price: '110.5', quantity: '0.5', fee: '1' },
        ],
      },
    ]);
  });

  it('is the last ordinal of its entry, with the rest of the fee (FIFO)', () => {
    const executions: Execution[] = [
      ['3', '100'],
      ['-1', '110'],
      ['-1', '120'],
    ];
    const { roundTrips } = match(executions, 'fifo');
    expect(
      roundTrips.map(({ ordinal, quantity, exitPrice, fees, legs }) => [
        ordinal,
        quantity,
        exitPrice,
        fees,
        legs.length,
      ]),
    ).toEqual([
      [0, '1', '110', '1.333333333333333333', 2],
      [1, '1', '120', '1.333333333333333334', 2],
      [2, '1', null, '0.333333333333333333', 1],
    ]);
    expect(roundTrips.map(({ period }) => period)).toEqual(
      Array.from({ length: 3 }, () => ({ firstFillId: 1, quantity: '3' })),
    );
  });

  it('is nothing without fills', () => {
    expect(matchFills([], { matching: 'fifo', contract: SPOT })).toEqual({
      roundTrips: [],
      position: { quantity: '0', averagePrice: null },
    });
  });
});

it.each(['flat_to_flat', 'fifo'] as const)(
  'takes a step for each fill and each open one under %s',
  (matching) => {
    const fills = fillsOf(
      Array.from({ length: 500 }, (): Execution => ['1', '100']),
      { fee: '1' },
    );
    const input = [fills, { matching, contract: SPOT }] as const;
    const steps = matchingSteps(...input);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(step.value).toEqual(matchFills(...input));
    expect(count).toBe(matching === 'fifo' ? 1_000 : 501);
  },
);
