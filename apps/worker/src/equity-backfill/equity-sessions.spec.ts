import { chunksOf, daysBefore, closedSessions, rangeAround } from './equity-sessions';

const day = (text: string) => Date.parse(text);
const texts = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(0, 10));

describe('the sessions that are requested', () => {
  // 2024-07-03 closed at 13:00 in New York, 17:00 UTC; the day after was Independence Day (NYSE's published calendar).
  it('are those that have been over for half an hour', () => {
    const range = { from: '2024-07-01', to: '2024-07-05' };
    expect(texts(closedSessions(range, day('2024-07-03T17:29:59Z')))).toEqual(['2024-07-01', '2024-07-02']);
    expect(texts(closedSessions(range, day('2024-07-03T17:30:00Z')))).toContain('2024-07-03');
    expect(texts(closedSessions(range, day('2025-01-01')))).toEqual([
      ...['2024-07-01', '2024-07-02', '2024-07-03', '2024-07-05'],
    ]);
    expect(closedSessions({ from: '2024-07-06', to: '2024-07-07' }, day('2025-01-01'))).toEqual([]);
  });

  it('come in chunks of a year at most', () => {
    const sessions = closedSessions({ from: '2000-01-01', to: '2002-12-31' }, day('2025-01-01'));
    const chunks = chunksOf(sessions);
    expect(chunks.flat()).toEqual(sessions);
    expect(chunks.map((chunk) => texts(chunk)[0])).toEqual(['2000-01-03', '2001-01-03', '2002-01-04']);
  });

  it('are requested one by one where much is stored between them, and together where little is', () => {
    const [one, near, far] = ['2024-01-02', '2024-01-12', '2024-03-01'].map(day);
    expect(chunksOf([one, near, far])).toEqual([[one, near], [far]]);
    expect(chunksOf([])).toEqual([]);
  });

  // Monday 2024-01-15 was Martin Luther King Day.
  it('are requested with their neighbours, but not beyond today', () => {
    expect(rangeAround([day('2024-01-16')], '2025-01-01')).toEqual({ from: '2024-01-12', to: '2024-01-17' });
    expect(rangeAround([day('2024-01-16')], '2024-01-16')).toEqual({ from: '2024-01-12', to: '2024-01-16' });
  });

  it('never begin before 1970', () => {
    expect([daysBefore('2024-03-01', 1), daysBefore('1970-01-05', 30)]).toEqual(['2024-02-29', '1970-01-01']);
  });
});
