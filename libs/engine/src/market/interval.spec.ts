import { INTERVALS, intervalSeconds, isInterval } from './interval';

describe('intervals', () => {
  it('are the eleven, shortest first', () => {
    const seconds = INTERVALS.map(intervalSeconds);
    expect(INTERVALS).toEqual(['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d']);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
  });

  it('last what their name says', () => {
    const unit: Record<string, number> = { m: 60, h: 3_600, d: 86_400 };
    for (const interval of INTERVALS) {
      expect(intervalSeconds(interval)).toBe(parseInt(interval) * unit[interval.slice(-1)]);
    }
  });

  it.each(['1H', '1w', '', '60', ' 1m', '1m ', '1M', 'toString', '__proto__', 'constructor'])(
    'do not include %p',
    (text) => expect(isInterval(text)).toBe(false),
  );
});
