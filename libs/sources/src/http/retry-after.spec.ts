import { retryAfterOf } from './retry-after';

// The date is the example of RFC 9110, section 10.2.3.
const NOW = Date.UTC(1999, 11, 31, 23, 59, 30);

describe('how long an answer says to wait', () => {
  it.each([
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, 29_000],
    [{ 'retry-after': 'Fri, 31 Dec 1999 23:59:00 GMT' }, 0],
    [{ 'x-ratelimit-reset': '946684775' }, 5_000],
    [{ 'x-ratelimit-reset': '946684000' }, 0],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': '946684775' }, 5_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'x-ratelimit-reset': '-1' }, undefined],
    [{}, undefined],
  ])('is stated by %j: %d ms', (headers, milliseconds) => {
    expect(retryAfterOf(headers, NOW)).toBe(milliseconds);
  });
});
