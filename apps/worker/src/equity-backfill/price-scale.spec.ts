import { comparePriceScale } from './price-scale';

const DAY = 86_400_000;

describe('the price scale of a provider', () => {
  const stored = (closes: readonly number[]) =>
    closes.map((close, session) => ({ openTime: session * DAY, close }));
  const reported = (closes: readonly number[]) =>
    closes.map((close, session) => {
      const price = String(close);
      return { openTime: session * DAY, open: price, high: price, low: price, close: price, volume: '1' };
    });
  const walk = (count: number) => Array.from({ length: count }, (_, session) => 300 + 10 * (session % 7));

  it('is the same where closes differ by less than half a percent', () => {
    const closes = walk(30);

    expect(comparePriceScale(stored(closes), reported(closes.map((close) => close * 1.004)))).toEqual({
      kind: 'same',
    });
    expect(comparePriceScale(stored(closes), [])).toEqual({ kind: 'same' });
  });

  it('is the same where a single session was corrected, also the newest', () => {
    const closes = walk(30);
    const corrected = closes.with(29, closes[29] * 1.1).with(12, closes[12] * 0.9);

    expect(comparePriceScale(stored(closes), reported(corrected))).toEqual({ kind: 'same' });
  });

  it('is another one by a factor where 20 sessions or more have one ratio', () => {
    const closes = walk(20);
    const scale = comparePriceScale(stored(closes), reported(closes.map((close) => close / 4)));

    expect(scale).toEqual({ kind: 'rescaled', factor: expect.closeTo(0.25, 12) });
  });

  it('is another one where each ratio is less than half a percent off the common one, and different beyond', () => {
    const closes = walk(21);
    const noisy = (share: number) =>
      closes.map((close, session) => (close / 4) * (1 + share * ((session % 3) - 1)));

    expect(comparePriceScale(stored(closes), reported(noisy(0.0045)))).toEqual({
      kind: 'rescaled',
      factor: expect.closeTo(0.25, 12),
    });
    expect(comparePriceScale(stored(closes), reported(noisy(0.0055)))).toEqual({
      kind: 'different',
      since: 0,
      sessions: 21,
    });
  });

  it('is different where fewer sessions have one ratio, or the ratio changes on the way', () => {
    const closes = walk(40);
    const halfway = closes.map((close, session) => (session < 25 ? close / 4 : close));

    expect(comparePriceScale(stored(walk(19)), reported(walk(19).map((close) => close / 4)))).toEqual({
      kind: 'different',
      since: 0,
      sessions: 19,
    });
    expect(comparePriceScale(stored(closes), reported(halfway))).toEqual({
      kind: 'different',
      since: 0,
      sessions: 25,
    });
  });

  it('is different where sessions between equal ones have another ratio', () => {
    const closes = walk(40);
    const between = closes.map((close, session) => (session >= 10 && session < 30 ? close * 2 : close));

    expect(comparePriceScale(stored(closes), reported(between))).toEqual({
      kind: 'different',
      since: 10 * DAY,
      sessions: 20,
    });
  });
});
