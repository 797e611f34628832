import { readCandleFileHeader } from './candle-file-header';

describe('readCandleFileHeader', () => {
  it('finds the columns in any order and letter case, and ignores others', () => {
    expect(readCandleFileHeader(['Volume', 'adjclose', 'Close', 'LOW', 'high', 'Open', 'Date'])).toEqual({
      time: 6,
      open: 5,
      high: 4,
      low: 3,
      close: 2,
      volume: 0,
    });
  });

  it.each(['open_time', 'time', 'timestamp', 'date', 'datetime'])('takes %s for the time', (name) => {
    expect(readCandleFileHeader([name, 'open', 'high', 'low', 'close', 'volume']).time).toBe(0);
  });

  it('names every missing column, what is allowed, and what is there', () => {
    expect(() => readCandleFileHeader(['day', 'open', 'high', 'low', 'close'])).toThrow(
      /open_time, time, timestamp, date, datetime.*Missing: the time, volume\..*day,open,high,low,close/,
    );
  });

  it('refuses to choose between two columns of one meaning', () => {
    expect(() => readCandleFileHeader(['Date', 'Time', 'open', 'high', 'low', 'close', 'volume'])).toThrow(
      'There more than once: the time (Date, Time).',
    );
  });

  it('says that a file without a header lacks one', () => {
    expect(() => readCandleFileHeader(['2024-01-01', '1', '1', '1', '1', '1'])).toThrow(
      /The first line must name the columns.*2024-01-01,1,1,1,1,1/,
    );
  });
});
