import type { Aggregation } from './candle-buckets';
import { nextBucketCompletes } from './next-bucket';

const HOURS_OF_MINUTES: Aggregation = { fromSeconds: 60, toSeconds: 3_600, calendar: '24x7' };

function next(complete: string, shorter: string, aggregation = HOURS_OF_MINUTES): string {
  const time = nextBucketCompletes(
    { complete: Date.parse(complete), shorter: Date.parse(shorter) },
    aggregation,
  );
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

describe('when the next longer candle is complete', () => {
  it('is with its last shorter candle', () => {
    expect(next('2024-01-01T09:00:00Z', '2024-01-01T09:59:00Z')).toBe('2024-01-01T10:59:00Z');
    expect(next('2024-01-01T09:00:00Z', '2024-01-01T10:30:00Z')).toBe('2024-01-01T10:59:00Z');
  });

  it('is that of the candle that is being aggregated, also after a gap', () => {
    expect(next('2024-01-01T09:00:00Z', '2024-01-02T20:30:00Z')).toBe('2024-01-02T20:59:00Z');
  });

  it('is never at or before a candle that is there already', () => {
    expect(next('2024-01-01T09:00:00Z', '2024-01-01T10:59:00Z')).toBe('2024-01-01T10:59:01Z');
  });

  // Sessions of the NYSE end at 16:00 in New York, 21:00 UTC in winter; 2024-01-15 was a holiday after a weekend.
  it('is at the end of the next session for shares', () => {
    const days = { fromSeconds: 1_800, toSeconds: 86_400, calendar: 'XNYS' } as const;
    expect(next('2024-01-11T00:00:00Z', '2024-01-11T20:30:00Z', days)).toBe('2024-01-12T20:30:00Z');
    expect(next('2024-01-12T00:00:00Z', '2024-01-12T20:30:00Z', days)).toBe('2024-01-16T20:30:00Z');
    expect(next('2024-01-12T00:00:00Z', '2024-01-16T15:00:00Z', days)).toBe('2024-01-16T20:30:00Z');
  });
});
