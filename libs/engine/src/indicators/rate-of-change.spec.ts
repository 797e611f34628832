import { rateOfChange } from './rate-of-change';

it('rateOfChange is unknown where the change is from 0', () => {
  expect(rateOfChange(Float64Array.of(0, 5, 10, 5), 1)).toEqual(Float64Array.of(NaN, NaN, 100, -50));
});
