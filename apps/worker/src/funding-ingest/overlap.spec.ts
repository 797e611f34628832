import { OVERLAP_PAYMENTS, overlapStart } from './overlap';

const HOUR = 3_600_000;
const NEWEST = Date.parse('2024-01-05T00:00:00.000Z');

/** Where the overlap of payments at these hours before the newest begins, in hours before it. */
function hoursBack(...hours: number[]): number {
  const times = hours.map((hour) => new Date(NEWEST - hour * HOUR));
  return (NEWEST - overlapStart(times.slice(0, OVERLAP_PAYMENTS), times[times.length - 1])) / HOUR;
}

const every = (interval: number, count: number) =>
  Array.from({ length: count }, (_, index) => index * interval);

describe('the overlap of funding', () => {
  it('reaches three intervals back, and a day at least', () => {
    expect(hoursBack(...every(8, 20))).toBe(24);
    expect(hoursBack(...every(4, 20))).toBe(24);
    expect(hoursBack(...every(1, 80))).toBe(24);
    expect(hoursBack(...every(24, 20))).toBe(72);
  });

  it('follows an interval that changed', () => {
    expect(hoursBack(0, 1, 9, 33, 57)).toBe(33);
  });

  it('does not reach beyond the first payment that is stored', () => {
    expect(hoursBack(0)).toBe(0);
    expect(hoursBack(...every(8, 3))).toBe(16);
    expect(hoursBack(...every(1, 6))).toBe(5);
  });

  it('begins at the minute that a stamp means', () => {
    const first = new Date(NEWEST + 17);
    expect(overlapStart([first], first)).toBe(NEWEST);
    const early = new Date(NEWEST - 10);
    expect(overlapStart([early], early)).toBe(NEWEST);
  });
});
