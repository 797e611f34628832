import { RecentValues } from './recent-values';

it('keeps the newest numbers by their age', () => {
  const recent = new RecentValues(3);
  const returned: number[][] = [];
  for (const value of [1, 2, 3, 4, 5, 6, 7]) {
    recent.push(value);
    returned.push([0, 1, 2].map((age) => recent.values[recent.newest - age]));
  }
  expect(returned).toEqual([
    [1, NaN, NaN],
    [2, 1, NaN],
    [3, 2, 1],
    [4, 3, 2],
    [5, 4, 3],
    [6, 5, 4],
    [7, 6, 5],
  ]);
});
