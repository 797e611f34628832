import { countOffGrid } from './count-off-grid';

const times = (...texts: string[]) => Float64Array.from(texts, (text) => Date.parse(text));

describe('countOffGrid', () => {
  it('counts round-the-clock candles that open between the multiples of their interval', () => {
    const hours = times(
      '2024-01-01T00:00:00Z',
      '2024-01-01T01:00:00Z',
      '2024-01-01T02:00:01Z',
      '2024-01-01T03:30:00Z',
    );
    expect(countOffGrid(hours, 3_600, '24x7')).toBe(2);
    expect(countOffGrid(new Float64Array(), 3_600, '24x7')).toBe(0);
  });

  // NYSE: Friday 2024-01-12 and Tuesday 2024-01-16 were sessions, Monday 2024-01-15 (Martin Luther King Day) was none.
  it('counts daily candles of shares that open at another hour or on a day without a session', () => {
    const days = times(
      '2024-01-12T00:00:00Z',
      '2024-01-13T00:00:00Z',
      '2024-01-15T00:00:00Z',
      '2024-01-16T00:00:00Z',
      '2024-01-17T05:00:00Z',
    );
    expect(countOffGrid(days, 86_400, 'XNYS')).toBe(3);
  });

  // 09:30 in New York is 14:30 UTC in January; trading ends at 21:00 UTC.
  it('counts intraday candles of shares outside the session and between its intervals', () => {
    const hours = times(
      '2024-01-12T13:30:00Z',
      '2024-01-12T14:30:00Z',
      '2024-01-12T15:30:00Z',
      '2024-01-12T16:30:00Z',
      '2024-01-12T17:31:00Z',
      '2024-01-12T20:30:00Z',
      '2024-01-12T21:30:00Z',
    );
    expect(countOffGrid(hours, 3_600, 'XNYS')).toBe(3);
  });
});
