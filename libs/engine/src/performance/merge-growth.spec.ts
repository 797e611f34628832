import { seededRandom } from '../seeded-random';
import { mergeGrowth } from './merge-growth';

const curve = (openTimes: readonly number[], equity: readonly number[]) => ({
  openTimes: Float64Array.from(openTimes),
  equity: Float64Array.from(equity),
});

describe('mergeGrowth', () => {
  it('is 1 where all have begun, keeps the last value between bars and is null outside them', () => {
    const { start, times, growth } = mergeGrowth(
      [curve([0, 10, 20, 30], [50, 100, 110, 120]), curve([15, 25, 35], [2, 3, 1])],
      500,
    );
    expect(start).toBe(15);
    expect(times).toEqual([0, 10, 15, 20, 25, 30, 35]);
    expect(growth).toEqual([
      [0.5, null],
      [1, null],
      [1, 1],
      [1.1, 1],
      [1.1, 1.5],
      [1.2, 1.5],
      [null, 0.5],
    ]);
  });

  it('begins each at its own first bar where they have no common time', () => {
    const { start, growth } = mergeGrowth([curve([0, 10], [50, 100]), curve([20, 30], [2, 3])], 500);
    expect(start).toBeNull();
    expect(growth).toEqual([
      [1, null],
      [2, null],
      [null, 1],
      [null, 1.5],
    ]);
  });

  it('has no growth of an account that is empty at the start', () => {
    const { growth } = mergeGrowth([curve([0, 10], [0, 0]), curve([0, 10], [2, 3])], 500);
    expect(growth).toEqual([
      [null, 1],
      [null, 1.5],
    ]);
  });

  it('keeps the extremes of every curve within few points of long ones', () => {
    const random = seededRandom(3);
    const minutes = Array.from({ length: 50_000 }, (_, index) => index);
    const curves = [1, 7, 30].map((step) =>
      curve(
        minutes.map((minute) => minute * step),
        minutes.map(() => 100 + random()),
      ),
    );
    const { times, growth } = mergeGrowth(curves, 100);
    expect(times.length).toBeLessThanOrEqual(100);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    curves.forEach(({ equity }, index) => {
      const shown = growth.flatMap((row) => row[index] ?? []);
      const extremes = [Math.min, Math.max].map((of) => equity.reduce((a, b) => of(a, b)) / equity[0]);
      expect(shown).toEqual(expect.arrayContaining(extremes));
    });
  });
});
