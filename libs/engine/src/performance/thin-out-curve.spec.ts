import { seededRandom } from '../seeded-random';
import { thinOutCurve } from './thin-out-curve';

describe('thinOutCurve', () => {
  it('keeps a short curve whole', () => {
    expect(thinOutCurve(Float64Array.of(3, 1, 2), 10)).toEqual([0, 1, 2]);
  });

  it.each([4, 10, 101, 1_000])(
    'keeps both ends, the lowest and the highest value within %i points',
    (points) => {
      const random = seededRandom(7);
      const values = Float64Array.from({ length: 5_000 }, random);
      const indices = thinOutCurve(values, points);

      expect(indices.length).toBeLessThanOrEqual(points);
      expect(indices[0]).toBe(0);
      expect(indices.at(-1)).toBe(4_999);
      expect(indices).toEqual([...indices].sort((a, b) => a - b));
      expect(indices.map((index) => values[index])).toEqual(
        expect.arrayContaining([
          values.reduce((a, b) => Math.min(a, b)),
          values.reduce((a, b) => Math.max(a, b)),
        ]),
      );
    },
  );
});
