import { readCandleCsvHeader } from './candle-csv';

describe('readCandleCsvHeader', () => {
  it('finds the columns in any order and letter case, and ignores others', () => {
    expect(readCandleCsvHeader(['Volume', 'adjclose', 'Close', 'LOW', 'high', 'Open', 'Date'])).toEqual({
      time: 6,
      open: 5,
      high: 4,
      low: 3,
      close: 2,
      volume: 0,
    });
  });

  it('says where the columns are that name the series', () => {
    const names = ['interval', 'time', 'open', 'high', 'low', 'close', 'volume', 'Symbol', 'exchange'];
    expect(readCandleCsvHeader(names)).toMatchObject({ interval: 0, symbol: 7, exchange: 8 });
  });

  it.each(['open_time', 'time', 'timestamp', 'date', 'datetime'])('takes %s for the time', (name) => {
    expect(readCandleCsvHeader([name, 'open', 'high', 'low', 'close', 'volume']).time).toBe(0);
  });

  it('names every missing column, what is allowed, and what is there', () => {
    expect(() => readCandleCsvHeader(['day', 'open', 'high', 'low', 'close'])).toThrow(
      /open_time, time, timestamp, date, datetime.*Missing: the time, volume\..*day,open,high,low,close/,
    );
  });

  it('refuses to choose between two columns of one meaning', () => {
    expect(() => readCandleCsvHeader(['Date', 'Time', 'open', 'high', 'low', 'close', 'volume'])).toThrow(
      'There more than once: the time (Date, Time).',
    );
  });

  it('says that a file without a header lacks one', () => {
    expect(() => readCandleCsvHeader(['2024-01-01', '1', '1', '1', '1', '1'])).toThrow(
      /The first line must name the columns.*2024-01-01,1,1,1,1,1/,
    );
  });
});
