import { seededRandom } from '../../seeded-random';
import { fitToBounds } from './fit-to-bounds';

describe('fitToBounds', () => {
  it('leaves weights within the bounds as they are, but for the sum', () => {
    const weights = Float64Array.of(0.5, 0.3, 0.2);
    expect(fitToBounds(weights, { floor: 0, cap: 1, sum: 1 })).toEqual(weights);
    expect(fitToBounds(weights, { floor: 0, cap: 1, sum: 0 })).toEqual(Float64Array.of(0, 0, 0));
  });

  // By hand: the others share 0.6 as 3 : 1, which puts the second above the cap as well, and the third gets the rest.
  it('gives what is cut off to the others in proportion', () => {
    const fitted = fitToBounds(Float64Array.of(0.6, 0.3, 0.1), { floor: 0, cap: 0.4, sum: 1 });
    [0.4, 0.4, 0.2].forEach((weight, member) => expect(fitted[member]).toBeCloseTo(weight, 14));
  });

  it('takes what the floor needs from the others in proportion', () => {
    const fitted = fitToBounds(Float64Array.of(0.6, 0.38, 0.02), { floor: 0.118, cap: 1, sum: 1 });
    [0.54, 0.342, 0.118].forEach((weight, member) => expect(fitted[member]).toBeCloseTo(weight, 14));
  });

  it('keeps bounds, sum, order and the ratios of what is strictly between, and changes nothing when repeated', () => {
    const random = seededRandom(11);
    for (let trial = 0; trial < 100; trial++) {
      const members = 1 + Math.floor(random() * 12);
      const weights = Float64Array.from({ length: members }, () => random() ** 4 + 1e-6);
      const sum = random();
      const bounds = { floor: (random() * sum) / members, cap: (sum / members) * (1 + 2 * random()), sum };
      const fitted = fitToBounds(weights, bounds);
      expect(Math.abs(fitted.reduce((total, weight) => total + weight, 0) - sum)).toBeLessThan(1e-12);
      const between: number[] = [];
      fitted.forEach((weight, member) => {
        expect(weight).toBeGreaterThanOrEqual(bounds.floor);
        expect(weight).toBeLessThanOrEqual(bounds.cap);
        if (weight > bounds.floor && weight < bounds.cap) between.push(weight / weights[member]);
        fitted.forEach((other, index) => {
          if (weights[member] >= weights[index]) expect(weight).toBeGreaterThanOrEqual(other);
        });
      });
      for (const ratio of between) expect(ratio / between[0]).toBeCloseTo(1, 12);
      fitToBounds(fitted, bounds).forEach((weight, member) => expect(weight).toBeCloseTo(fitted[member], 12));
    }
  });

  it('reaches bounds that leave one answer', () => {
    const fitted = fitToBounds(Float64Array.of(0.9, 0.05, 0.05), { floor: 0, cap: 1 / 3, sum: 1 });
    for (const weight of fitted) expect(weight).toBeCloseTo(1 / 3, 15);
  });
});
