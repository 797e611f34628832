import { bandsOf, NO_BAND } from './bands';

const points = (colors: readonly string[]) => colors.map((color, time) => ({ time, color }));

describe('bands', () => {
  it('reach from the first point of a colour to the first of another', () => {
    expect(bandsOf(points(['red', 'red', 'green', 'red']))).toEqual([
      { start: 0, end: 2, isOpen: false, color: 'red' },
      { start: 2, end: 3, isOpen: false, color: 'green' },
      { start: 3, end: 3, isOpen: true, color: 'red' },
    ]);
  });

  it('are not drawn where points have no value', () => {
    expect(bandsOf(points([NO_BAND, 'red', NO_BAND, NO_BAND, 'red']))).toEqual([
      { start: 1, end: 2, isOpen: false, color: 'red' },
      { start: 4, end: 4, isOpen: true, color: 'red' },
    ]);
    expect(bandsOf([])).toEqual([]);
  });
});
