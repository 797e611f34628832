import { randomFills } from '../../test/random-fills';
import { SPOT } from '../../test/trade-fills';
import {
  add,
  type ExactDecimal,
  multiply,
  negate,
  readDecimal,
  subtract,
  writeDecimal,
  ZERO,
} from '../decimal/exact-decimal';
import { matchFills } from './match-fills';
import type { Contract, RoundTrip, TradeFill, TradeMatching } from './round-trip';

const FILLS = 120;
const CASES = [1, 3].map((seed) => ({ seed, fills: randomFills(seed, FILLS) }));

const CONTRACTS = {
  spot: SPOT,
  linear: { multiplier: '0.000000000000000007', isInverse: false },
  inverse: { multiplier: '100', isInverse: true },
} as const satisfies Record<string, Contract>;

const KINDS = (['flat_to_flat', 'fifo'] as const).flatMap((matching) =>
  (['spot', 'linear', 'inverse'] as const).map((kind) => ({ matching, kind })),
);

const sumOf = (amounts: readonly ExactDecimal[]) => writeDecimal(amounts.reduce(add, ZERO));

const amount = (sign: 1 | -1, ...factors: string[]): ExactDecimal => {
  const product = factors.map(readDecimal).reduce(multiply);
  return sign < 0 ? negate(product) : product;
};

/** What a spot account gains in its quote currency: a fee in the base currency takes none of it. */
function cashOf(fills: readonly TradeFill[]): string {
  return sumOf(
    fills.flatMap(({ side, price, quantity, fee, isBaseFee }) => [
      amount(side === 'sell' ? 1 : -1, price, quantity),
      isBaseFee ? ZERO : amount(-1, fee),
    ]),
  );
}

/** Net P&L of closed round trips, and of open ones what was received less what was paid. */
function netOf(trips: readonly RoundTrip[]): string {
  return sumOf(
    trips.map(({ grossPnl, fees, legs }) => {
      const gross = grossPnl === null ? received(legs) : readDecimal(grossPnl);
      return subtract(gross, readDecimal(fees));
    }),
  );
}

function received(legs: RoundTrip['legs']): ExactDecimal {
  return legs
    .map(({ side, price, quantity }) => amount(side === 'sell' ? 1 : -1, price, quantity))
    .reduce(add);
}

function totals(fills: readonly TradeFill[], matching: TradeMatching, contract: Contract) {
  const { roundTrips, position } = matchFills(fills, { matching, contract });
  const apart = (currency: string) =>
    roundTrips
      .flatMap(({ feesApart }) => feesApart)
      .filter((fee) => fee.currency === currency)
      .map((fee) => readDecimal(fee.amount));
  return {
    isOpen: roundTrips.some(({ exitPrice }) => exitPrice === null),
    position,
    gross: sumOf(roundTrips.map(({ grossPnl }) => readDecimal(grossPnl!))),
    fees: sumOf(roundTrips.map(({ fees }) => readDecimal(fees))),
    feesOfLegs: sumOf(roundTrips.flatMap(({ legs }) => legs.map(({ fee }) => readDecimal(fee)))),
    apart: [sumOf(apart('BNB')), sumOf(apart('KCS'))],
  };
}

describe.each(CASES)('random fills (seed $seed)', ({ fills }) => {
  it('have longs, shorts, reversals, dust and partial exits', () => {
    const { roundTrips } = matchFills(fills, { matching: 'flat_to_flat', contract: SPOT });
    const lastFills = roundTrips.map(({ legs }) => legs[legs.length - 1].fillId);
    const held = ({ legs }: RoundTrip) =>
      sumOf(legs.map(({ role, quantity }) => amount(role === 'entry' ? 1 : -1, quantity)));
    expect(new Set(roundTrips.map(({ side }) => side)).size).toBe(2);
    expect(roundTrips.filter(({ firstFillId }) => lastFills.includes(firstFillId)).length).toBeGreaterThan(2);
    expect(new Set(roundTrips.map(held))).toEqual(new Set(['0', '0.000000000001', '-0.000000000001']));
    expect(Math.max(...roundTrips.map(({ legs }) => legs.length))).toBeGreaterThan(4);
  });

  it.each(KINDS)('matched from any period on give the same ($matching, $kind)', ({ matching, kind }) => {
    const options = { matching, contract: CONTRACTS[kind] };
    for (const all of [fills, fills.slice(0, -1)]) {
      const { roundTrips, position } = matchFills(all, options);
      const periods = new Set(roundTrips.map(({ period }) => period));
      expect(periods.size).toBeGreaterThan(FILLS / 10);
      for (const period of periods) {
        const from = all.findIndex(({ id }) => id === period.firstFillId);
        const later = roundTrips.slice(roundTrips.findIndex((trip) => trip.period === period));
        const again = matchFills(all.slice(from), { ...options, opening: period.quantity });
        expect(JSON.stringify(again)).toBe(JSON.stringify({ roundTrips: later, position }));
      }
    }
  });

  it.each(['flat_to_flat', 'fifo'] as const)(
    'net what the account gained, after each fill (%s)',
    (matching) => {
      for (let count = 1; count <= fills.length; count++) {
        const some = fills.slice(0, count);
        expect(netOf(matchFills(some, { matching, contract: SPOT }).roundTrips)).toBe(cashOf(some));
      }
    },
  );

  it.each(['spot', 'linear', 'inverse'] as const)('net the same under both matchings (%s)', (kind) => {
    const flatToFlat = totals(fills, 'flat_to_flat', CONTRACTS[kind]);
    expect(flatToFlat.isOpen).toBe(false);
    expect(flatToFlat.feesOfLegs).toBe(flatToFlat.fees);
    expect(totals(fills, 'fifo', CONTRACTS[kind])).toEqual(flatToFlat);
  });

  it('identify each round trip once, in order', () => {
    const { roundTrips } = matchFills(fills, { matching: 'fifo', contract: SPOT });
    const identities = roundTrips.map(({ firstFillId, ordinal }) => firstFillId * 1000 + ordinal);
    expect(new Set(identities).size).toBe(identities.length);
    expect(identities).toEqual([...identities].sort((a, b) => a - b));
  });
});
