import { computeDrawdown } from '../performance/compute-drawdown';
import { seededRandom } from '../seeded-random';
import { EquityRoom } from './equity-room';

const BARS = 2_000;

/** What `computeDrawdown` says, which reads one value after the other. */
const expected = (equity: Float64Array) => computeDrawdown(equity, new Float64Array(equity.length)).maximum;

function found(room: EquityRoom, equity: ArrayLike<number>): number {
  room.values.set(equity);
  return room.maximumDrawdown(equity.length);
}

it('finds the largest fall of any equity to the last bit, in whatever an earlier run left', () => {
  const room = new EquityRoom(BARS);
  const random = seededRandom(17);
  for (let round = 0; round < 500; round++) {
    const bars = 1 + Math.floor(random() * BARS);
    const volatility = 10 ** (-4 * random());
    // Bars without a position change nothing.
    const idle = random();
    let value = 10_000;
    const equity = Float64Array.from({ length: bars }, () =>
      random() < idle ? value : (value *= 1 + volatility * (random() - 0.5)),
    );
    expect(found(room, equity)).toBe(expected(equity));
  }
});

it('finds a fall wherever it begins and ends', () => {
  const room = new EquityRoom(16);
  for (let peak = 0; peak < 12; peak++) {
    for (let trough = peak + 1; trough < 13; trough++) {
      for (let end = trough + 1; end <= 13; end++) {
        const equity = new Float64Array(13)
          .fill(9, 0, peak)
          .fill(8, peak + 1, end)
          .fill(10, end);
        equity[peak] = 10;
        equity[trough] = 5;
        expect(found(room, equity)).toBe(0.5);
      }
    }
  }
});

it('is 1 when everything is lost, and 0 without a fall', () => {
  const room = new EquityRoom(8);
  expect(found(room, [10, 0, 0, 0, 0, 0, 0, 0])).toBe(1);
  expect(found(room, [0, 0, 0])).toBe(0);
  expect(found(room, [1, 1, 2, 4, 4, 4, 5, 6])).toBe(0);
  expect(found(room, [3])).toBe(0);
});

it('has room for five years of minutes', () => {
  const bars = 1_827 * 1_440;
  const room = new EquityRoom(bars);
  const equity = new Float64Array(bars).fill(2).fill(1, 700_000, 700_001);
  equity[bars - 1] = 0.5;
  expect(found(room, equity)).toBe(0.75);
});

it('knows the equity of its runs from others', () => {
  const room = new EquityRoom(8);
  expect(room.holds(room.values.subarray(0, 5))).toBe(true);
  expect(room.holds(room.values.subarray(1, 5))).toBe(false);
  expect(room.holds(new Float64Array(5))).toBe(false);
});
