import { marksOnPoints } from './marks-on-points';

const at = (...times: readonly string[]) => times.map((time) => ({ time: `2024-01-01T${time}:00Z` }));

describe('marksOnPoints', () => {
  it('puts a mark between two points on the earlier one, which covers the bars until the next', () => {
    expect(marksOnPoints(at('05:00', '02:00', '04:00', '02:30'), at('00:00', '02:00', '04:00'))).toEqual(
      at('02:00', '02:00', '04:00', '04:00'),
    );
  });

  it('leaves out marks before the first point and after the last, which lasts as long as the others', () => {
    expect(marksOnPoints(at('01:59', '05:59', '06:00'), at('02:00', '04:00'))).toEqual(at('04:00'));
  });

  it.each([
    [[], []],
    [at('03:00'), at('03:00')],
  ])('has of points %j the marks %j', (points, marks) => {
    expect(marksOnPoints(at('03:00'), points)).toEqual(marks);
  });
});
