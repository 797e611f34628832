import { formatDate } from '#engine/market/parse-time';
import { parseSessionDate } from './session-date';

describe('the date of a session in a file', () => {
  it.each([
    '2024-01-02',
    '2024-01-02T00:00:00Z',
    '2024-01-02 00:00:00',
    // As pandas writes what yfinance answers.
    '2024-01-02 00:00:00-05:00',
    '2024-01-02T00:00:00.000000+00:00',
    '1704153600',
    '1704153600000',
  ])('is read from %s', (text) => {
    expect(formatDate(parseSessionDate(text)!)).toBe('2024-01-02');
  });

  it.each(['', '2024-02-30', '20240102', '2024-01-02T14:30:00Z', '1704205800', '01/02/2024', 'NaN'])(
    'is not read from "%s"',
    (text) => expect(parseSessionDate(text)).toBeUndefined(),
  );
});
