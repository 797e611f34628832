import { trackPositions } from './track-positions';

const long = (quantity: number, entryIndex: number, exitIndex: number) =>
  ({ side: 'long', quantity, entryIndex, exitIndex }) as const;

describe('trackPositions', () => {
  it('holds a trade from its entry to the bar before its exit, short ones negative', () => {
    const short = { ...long(2, 6, 7), side: 'short' } as const;
    // numpy: np.cumsum of +q at the entries and -q at the exits.
    expect(trackPositions([long(1.5, 2, 4), short], 1, 7)).toEqual(Float64Array.of(0, 1.5, 1.5, 0, 0, -2, 0));
  });

  it('adds lots up, and is exactly 0 without one', () => {
    const lots = [long(0.1, 0, 3), long(0.2, 1, 3), long(0.3, 1, 3)];
    const positions = trackPositions(lots, 0, 5);
    expect([...positions.subarray(0, 3)]).toEqual(
      [0.1, 0.6, 0.6].map((value): unknown => expect.closeTo(value, 12)),
    );
    expect([...positions.subarray(3)]).toEqual([0, 0]);
  });

  it('holds nothing of a trade that begins and ends within a bar', () => {
    expect(trackPositions([long(1, 1, 1)], 0, 3)).toEqual(new Float64Array(3));
  });
});
