import { seededRandom } from '../seeded-random';
import { thinOutCurves } from './thin-out-curve';

describe('thinOutCurves', () => {
  it('keeps a short curve whole', () => {
    expect(thinOutCurves([Float64Array.of(3, 1, 2)], 10)).toEqual([0, 1, 2]);
  });

  it.each([
    [4, 1],
    [10, 1],
    [10, 3],
    [10, 4],
    [101, 2],
    [1_000, 4],
  ])(
    'keeps both ends, the lowest and the highest value within %i points, of each of %i curves',
    (points, count) => {
      const random = seededRandom(7);
      const curves = Array.from({ length: count }, () => Float64Array.from({ length: 5_000 }, random));
      const indices = thinOutCurves(curves, points);

      expect(indices.length).toBeLessThanOrEqual(points);
      expect(indices[0]).toBe(0);
      expect(indices.at(-1)).toBe(4_999);
      expect(indices).toEqual([...indices].sort((a, b) => a - b));
      for (const values of curves) {
        expect(indices.map((index) => values[index])).toEqual(
          expect.arrayContaining([
            values.reduce((a, b) => Math.min(a, b)),
            values.reduce((a, b) => Math.max(a, b)),
          ]),
        );
      }
    },
  );

  it('keeps the extremes of the first curve where there are too few points for more', () => {
    const rising = Float64Array.from({ length: 100 }, (_, index) => index);
    const peak = rising.map((index) => (index === 40 ? 9 : 0));
    expect(thinOutCurves([peak, rising, rising], 4)).toEqual([0, 40, 99]);
  });
});
