import { lineReader } from './candle-bulk-lines';

const NAMES = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1m' };
const NUMBERS = { open: '1.50', high: '2.00', low: '1.00', close: '1.75', volume: '12.0' };
const candleAt = (minute: number, fields: object = {}) => ({
  ...NAMES,
  open_time: new Date(Date.UTC(2024, 0, 1, 0, minute)).toISOString(),
  ...NUMBERS,
  ...fields,
});

describe('lines of NDJSON', () => {
  const [first, second] = [JSON.stringify(candleAt(0)), JSON.stringify(candleAt(1))];
  const readAfter = (line: string, before: string) => {
    const read = lineReader('ndjson', {});
    read(before);
    return read(line);
  };
  const readAlone = (line: string) => lineReader('ndjson', {})(line);

  it('are read alike however they are written', () => {
    const record = candleAt(1);
    const candle = { ...NAMES, ...NUMBERS, openTime: Date.UTC(2024, 0, 1, 0, 1) };
    const reversed = Object.fromEntries(Object.entries(record).reverse());
    const spaced = (of: object) => JSON.stringify(of, null, ' ').replaceAll('\n', '').replaceAll(' "', '"');
    const pythons = second.replaceAll(':"', ': "').replaceAll('","', '", "');
    for (const line of [second, JSON.stringify(reversed), pythons, spaced(record), ` ${second} `]) {
      for (const before of [first, line, pythons, '{}']) expect(readAfter(line, before)).toEqual(candle);
    }
  });

  // What JSON.parse makes of a line does not depend on the line before it.
  it.each([
    ['an escaped quote', second.replace('BTC/USDT', String.raw`BTC\"USDT`)],
    ['an escaped letter', second.replace('BTC/USDT', String.raw`BTC\u0041`)],
    ['a backslash at the end of a value', second.replace('BTC/USDT', 'BTC\\')],
    ['a control character', second.replace('BTC/USDT', 'BTC\tUSDT')],
    ['another letter', second.replace('BTC/USDT', 'BTC/Ä€')],
    ['a name again', second.replace('"interval":"1m"', '"exchange":"okx"')],
    ['a name twice', `${second.slice(0, -1)},"symbol":"ETH/USDT"}`],
    ['another field', `${second.slice(0, -1)},"note":"x"}`],
    ['a field less', second.replace('"symbol":"BTC/USDT",', '')],
    ['a number for a text', second.replace('"1.50"', '1.5')],
    ['an object for a text', second.replace('"1.50"', '{"open":"1.50"}')],
    ['two objects', `${second}${second}`],
    ['text after it', `${second}x`],
    ['no end', second.slice(0, -1)],
    ['no end of its last value', second.slice(0, -2)],
    ['an open value', second.replace('"volume":"12.0"', '"volume":"12.0')],
    ['a number that breaks its rule', second.replace('1.50', '01.50')],
    ['nothing', '{}'],
    ['a list', '[]'],
  ])('with %s are read as they are alone', (_, line) => {
    expect(readAfter(line, first)).toEqual(readAlone(line));
  });

  it('are those of an export, whose ids are not read', () => {
    const read = lineReader('ndjson', {});
    const exported = (minute: number) => JSON.stringify({ id: 7 + minute, ...candleAt(minute) });
    for (const minute of [0, 1]) {
      const openTime = Date.UTC(2024, 0, 1, 0, minute);
      expect(read(exported(minute))).toEqual({ ...NAMES, ...NUMBERS, openTime });
    }
  });

  it('name their series themselves or have it from the query, and not both', () => {
    const read = lineReader('ndjson', { exchange: 'okx' });
    const [one, two] = [0, 1].map((minute) => JSON.stringify(candleAt(minute, { exchange: undefined })));
    for (const line of [one, two]) expect(read(line)).toMatchObject({ ...NUMBERS, exchange: 'okx' });
    expect(read(second)).toEqual([{ field: 'exchange', message: 'is named by the query already' }]);
    expect(read(two)).toMatchObject({ exchange: 'okx', openTime: Date.UTC(2024, 0, 1, 0, 1) });
  });
});
