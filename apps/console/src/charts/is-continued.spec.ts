import { isContinued } from './is-continued';

const [one, two, three, four] = [1, 2, 3, 4].map((time) => ({ time }));

describe('isContinued', () => {
  it('holds where the last point is another one, or a few more follow', () => {
    expect(isContinued([one, two, three], [one, two, { time: 3 }])).toBe(true);
    expect(isContinued([one, two], [one, two, three, four])).toBe(true);
  });

  it('does not hold where a point before the last one was corrected', () => {
    expect(isContinued([one, two, three, four], [one, { time: 2 }, three, four])).toBe(false);
  });

  it('does not hold where points begin elsewhere, are fewer, or were none', () => {
    expect(isContinued([two, three], [one, two, three])).toBe(false);
    expect(isContinued([one, two], [one])).toBe(false);
    expect(isContinued([], [one])).toBe(false);
  });
});
