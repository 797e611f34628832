import { type Execution, fillsOf, mirrored, SPOT } from '../../test/trade-fills';
import { matchFills } from './match-fills';
import { TRADE_MATCHINGS } from './round-trip';

interface DollarCostAveraging {
  readonly executions: readonly Execution[];
  /** Quantity and average price after each execution but the last, which closes the position. */
  readonly held: readonly (readonly [string, string])[];
  readonly profit: string;
  readonly profitAfterFees?: string;
}

// freqtrade, tests/persistence/test_persistence.py, test_recalc_trade_from_orders_dca: amount, open_rate and end_profit, without
// fees and with a fee of 0.0025 of each value.
const FREQTRADE: readonly DollarCostAveraging[] = [
  {
    executions: [
      ['100', '10'],
      ['100', '15'],
      ['-50', '12'],
      ['-100', '20'],
      ['-50', '5'],
    ],
    held: [
      ['100', '10'],
      ['200', '12.5'],
      ['150', '12.5'],
      ['50', '12.5'],
    ],
    profit: '350',
    profitAfterFees: '336.625',
  },
  {
    executions: [
      ['100', '3'],
      ['100', '7'],
      ['-100', '11'],
      ['150', '15'],
      ['-100', '19'],
      ['-150', '23'],
    ],
    held: [
      ['100', '3'],
      ['200', '5'],
      ['100', '5'],
      ['250', '11'],
      ['150', '11'],
    ],
    profit: '3200',
    profitAfterFees: '3175.75',
  },
  {
    executions: [
      ['100', '8'],
      ['100', '9'],
      ['-100', '10'],
      ['150', '11'],
      ['-100', '12'],
      ['-150', '14'],
    ],
    held: [
      ['100', '8'],
      ['200', '8.5'],
      ['100', '8.5'],
      ['250', '10'],
      ['150', '10'],
    ],
    profit: '950',
  },
];

describe.each(TRADE_MATCHINGS)('the average cost of what is held (%s)', (matching) => {
  it.each(FREQTRADE)("is freqtrade's open rate", ({ executions, held, profit }) => {
    const positions = executions.map(
      (_, index) =>
        matchFills(fillsOf(executions.slice(0, index + 1)), { matching, contract: SPOT }).position,
    );
    expect(positions).toEqual([
      ...held.map(([quantity, averagePrice]) => ({ quantity, averagePrice })),
      { quantity: '0', averagePrice: null },
    ]);
    const { roundTrips } = matchFills(fillsOf(executions), { matching, contract: SPOT });
    expect(roundTrips.reduce((sum, trip) => sum + Number(trip.grossPnl), 0)).toBe(Number(profit));
  });
});

describe('the result after fees', () => {
  it.each(FREQTRADE.filter((item) => item.profitAfterFees))(
    "is freqtrade's profit of $profitAfterFees",
    ({ executions, profit, profitAfterFees }) => {
      const fills = fillsOf(executions).map((fill) => ({
        ...fill,
        fee: String(Number(fill.quantity) * Number(fill.price) * 0.0025),
      }));
      const [trip] = matchFills(fills, { matching: 'flat_to_flat', contract: SPOT }).roundTrips;
      expect(trip.grossPnl).toBe(profit);
      expect(Number(trip.grossPnl) - Number(trip.fees)).toBe(Number(profitAfterFees));
    },
  );
});

describe('an inverse contract', () => {
  const contract = { multiplier: '1', isInverse: true };

  // nautilus_trader, tests/unit_tests/model: 100,000 XBTUSD sold at 10,000 and bought at 11,000 are -0.90909091 BTC
  // (test_position.py); sold at 10,500 and bought at 10,670.50, -0.15217745 BTC (an instrument's calculate_pnl). Here to 18 decimal places.
  it.each([
    ['10000', '11000', '10', '-0.909090909090909091', '-0.90909091'],
    ['10500', '10670.50', '9.52380952380952381', '-0.152177454084581211', '-0.15217745'],
  ])('sold at %s and bought at %s', (entry, exit, entryValue, grossPnl, published) => {
    const executions: Execution[] = [
      ['-100000', entry],
      ['100000', exit],
    ];
    const [short] = matchFills(fillsOf(executions), { matching: 'flat_to_flat', contract }).roundTrips;
    expect([short.side, short.entryValue, short.grossPnl]).toEqual(['short', entryValue, grossPnl]);
    expect(Number(short.grossPnl).toFixed(8)).toBe(published);
    const [long] = matchFills(fillsOf(mirrored(executions)), { matching: 'fifo', contract }).roundTrips;
    expect([long.side, long.grossPnl]).toEqual(['long', grossPnl.slice(1)]);
  });

  it('has the harmonic average price', () => {
    const executions: Execution[] = [
      ['100', '10000'],
      ['300', '30000'],
      ['-200', '20000'],
    ];
    const options = { matching: 'flat_to_flat', contract: { ...contract, multiplier: '100' } } as const;
    const { roundTrips, position } = matchFills(fillsOf(executions), options);
    // 400 / (100 / 10,000 + 300 / 30,000)
    expect([roundTrips[0].entryPrice, position]).toEqual([
      '20000',
      { quantity: '200', averagePrice: '20000' },
    ]);
    expect(roundTrips[0].entryValue).toBe('2');
    const single = matchFills(fillsOf([['0.000000000000000007', '61234.567']]), options);
    expect(single.position.averagePrice).toBe('61234.567');
  });
});

describe('a fee in the base currency', () => {
  const base = (fees: Readonly<Record<number, string>>) => (index: number) => ({
    fee: fees[index] ?? '0',
    isBaseFee: index in fees,
  });

  it.each(TRADE_MATCHINGS)('takes from what a buy adds; the net is the cash (%s)', (matching) => {
    const executions: Execution[] = [
      ['1', '20000'],
      ['-0.999', '21000'],
    ];
    const fills = fillsOf(executions, base({ 0: '0.001' }));
    const { roundTrips, position } = matchFills(fills, { matching, contract: SPOT });
    expect(position.quantity).toBe('0');
    expect(roundTrips).toHaveLength(1);
    const { quantity, grossPnl, fees, legs } = roundTrips[0];
    // Cash: 0.999 × 21,000 - 1 × 20,000 = 979 = 999 - 20.
    expect([quantity, grossPnl, fees, legs[0].quantity]).toEqual(['0.999', '999', '20', '0.999']);
  });

  it('adds to what a sale takes, and a rebate to what a buy adds', () => {
    const executions: Execution[] = [
      ['1', '100'],
      ['-0.5', '100'],
      ['-0.5', '120'],
    ];
    const fills = fillsOf(executions, base({ 0: '-0.01', 1: '0.01' }));
    const { roundTrips, position } = matchFills(fills, { matching: 'flat_to_flat', contract: SPOT });
    expect(position.quantity).toBe('0');
    const { quantity, grossPnl, fees } = roundTrips[0];
    // Cash: 0.5 × 100 + 0.5 × 120 - 100 = 10.
    expect([quantity, grossPnl, fees]).toEqual(['1.01', '10', '0']);
  });

  it('is a fee alone where it would leave nothing of the quantity', () => {
    const fills = fillsOf([['1', '100']], base({ 0: '1' }));
    const { roundTrips, position } = matchFills(fills, { matching: 'fifo', contract: SPOT });
    expect([position.quantity, roundTrips[0].quantity, roundTrips[0].fees]).toEqual(['1', '1', '100']);
  });
});

describe('dust', () => {
  const positionAfter = (...quantities: string[]) =>
    matchFills(fillsOf(quantities.map((quantity) => [quantity, '10'])), {
      matching: 'flat_to_flat',
      contract: SPOT,
    });

  it('below 1e-9 of the largest quantity is flat, on either side', () => {
    expect(positionAfter('1000', '-999.9999990001').position.quantity).toBe('0');
    expect(positionAfter('1000', '-1000.0000009999').position.quantity).toBe('0');
    expect(positionAfter('1000', '-999.9999990001', '1').roundTrips.map((trip) => trip.quantity)).toEqual([
      '1000',
      '1',
    ]);
  });

  it('of 1e-9 of it is a position', () => {
    expect(positionAfter('1000', '-999.999999').position.quantity).toBe('0.000001');
    expect(positionAfter('1000', '-1000.000001').position.quantity).toBe('-0.000001');
  });

  it('is measured by the largest quantity of the period, which an earlier period is not part of', () => {
    expect(positionAfter('1000', '-999', '-0.9999995').position.quantity).toBe('0');
    expect(positionAfter('1000', '-999', '1', '-1.9999995').position.quantity).toBe('0');
    expect(positionAfter('1000', '-1000', '1', '-0.9999995').position.quantity).toBe('0.0000005');
  });

  it('of entries goes into the last round trip of the exit (FIFO)', () => {
    const executions: Execution[] = [
      ['600', '10'],
      ['400', '11'],
      ['0.0000000001', '12'],
      ['-1000', '13'],
      ['5', '14'],
    ];
    const { roundTrips } = matchFills(fillsOf(executions), { matching: 'fifo', contract: SPOT });
    expect(
      roundTrips.map(({ firstFillId, quantity, grossPnl }) => [firstFillId, quantity, grossPnl]),
    ).toEqual([
      [1, '600', '1800'],
      [2, '400.0000000001', '799.9999999988'],
      [5, '5', null],
    ]);
  });
});
