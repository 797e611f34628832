import { shownRange } from './shown-range';

const RUN = { start_date: '2024-01-01', end_date: '2024-03-31', interval: '1h' } as const;

describe('shownRange', () => {
  it('is the whole run without a trade', () => {
    expect(shownRange(RUN, undefined)).toEqual({
      start: '2024-01-01T00:00:00Z',
      end: '2024-03-31T23:59:59.999Z',
    });
  });

  it('has 40 bars before and after a short trade', () => {
    const trade = { entry_time: '2024-02-01T00:00:00Z', exit_time: '2024-02-01T03:00:00Z' };
    expect(shownRange(RUN, trade)).toEqual({
      start: '2024-01-30T08:00:00.000Z',
      end: '2024-02-02T19:00:00.000Z',
    });
  });

  it('has as much around a long trade as it lasted, within the run', () => {
    const trade = { entry_time: '2024-01-11T00:00:00Z', exit_time: '2024-02-20T00:00:00Z' };
    expect(shownRange(RUN, trade)).toEqual({
      start: '2024-01-01T00:00:00.000Z',
      end: '2024-03-31T00:00:00.000Z',
    });
  });
});
