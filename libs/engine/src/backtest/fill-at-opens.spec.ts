import { randomWalkCandles } from '../../test/random-walk-candles';
import { seededRandom } from '../seeded-random';
import { PLAIN_EXECUTION } from './execution';
import { simulateAccount } from './simulate-account';

const INTERVAL_SECONDS = 86_400;
const candles = randomWalkCandles(211, 9);
const execution = { ...PLAIN_EXECUTION, takerFeeRate: 0.001, allowShort: true };

/** A signal on every `spacing`-th bar: the sets of the four bits one after another. */
function signalsEvery(spacing: number): Uint8Array {
  return Uint8Array.from(candles.close, (_, bar) => (bar % spacing === 0 ? (bar * 7) % 16 : 0));
}

/** No settlement at all, but enough to be walked bar by bar. */
const funding = { time: new Float64Array(), rate: new Float64Array() };

it.each([1, 2, 3, 5, 8, 13, 34, 300])(
  'fills and marks what walking bar by bar does, with signals %d bars apart',
  (spacing) => {
    const signals = signalsEvery(spacing);
    for (const tradeFrom of [0, 1, 6, 210]) {
      const walk = (setting: object) =>
        simulateAccount(candles, tradeFrom, INTERVAL_SECONDS, signals, execution, setting);
      expect(walk({})).toEqual(walk({ funding }));
    }
  },
);

it('decides at the first of equal signals in a row, and again where an order of it was not filled', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 200; round++) {
    const longest = 1 + Math.floor(random() * 40);
    const signals = new Uint8Array(candles.length);
    for (let bar = 0; bar < signals.length;) {
      const end = bar + 1 + Math.floor(random() * longest);
      signals.fill(Math.floor(random() * 16), bar, end);
      bar = end;
    }
    // Some lots are more than all of the cash.
    const lotSize = round % 2 === 0 ? null : execution.initialCapital / (60 + 80 * random());
    const run = (setting: object) =>
      simulateAccount(candles, 2, INTERVAL_SECONDS, signals, { ...execution, lotSize }, setting);
    expect(run({})).toEqual(run({ funding }));
  }
});

it('takes signals that lie anywhere in a buffer', () => {
  const signals = signalsEvery(5);
  const elsewhere = new Uint8Array(signals.length + 3);
  elsewhere.set(signals, 3);
  const run = (given: Uint8Array) => simulateAccount(candles, 0, INTERVAL_SECONDS, given, execution);
  expect(run(elsewhere.subarray(3))).toEqual(run(signals));
});

it('leaves nothing of an earlier run in the room for equity that both use', () => {
  const signals = signalsEvery(5);
  const soaring = randomWalkCandles(211, 9);
  for (let bar = 40; bar < 211; bar++) {
    soaring.open[bar] *= 100;
    soaring.close[bar] *= 100;
  }
  const shorted = signals.map((_, bar) => (bar === 0 ? 4 : 0));
  const run = (setting: object) => simulateAccount(soaring, 0, INTERVAL_SECONDS, shorted, execution, setting);
  const alone = run({});
  expect(alone.account.bankrupt).toBe(true);
  expect(run({ equityBuffer: new Float64Array(500).fill(7) })).toEqual(alone);
  expect(run({ equityBuffer: new Float64Array(500).fill(7), funding })).toEqual(alone);
  expect(alone.equity.subarray(40).every((value) => value === 0)).toBe(true);
});
