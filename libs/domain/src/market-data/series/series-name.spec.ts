import { seriesKey } from './series-name';

describe('seriesKey', () => {
  it('differs wherever a name does, also where the names run into each other', () => {
    const parts = ['a', 'ab', 'b', 'a b', '1 a', ' ', '1', '12', '"', '\n'];
    const names = parts.flatMap((exchange) =>
      parts.flatMap((symbol) => (['1m', '1h'] as const).map((interval) => ({ exchange, symbol, interval }))),
    );
    expect(new Set(names.map(seriesKey)).size).toBe(names.length);
    expect(seriesKey({ ...names[0] })).toBe(seriesKey(names[0]));
  });
});
