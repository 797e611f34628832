import { describeFirstLine } from '../../uploads/file-lines';
import { broughtBy } from './given-series';

describe('the first line of a file of candles', () => {
  it.each([
    ['time,open,high,low,close,volume', []],
    ['"Exchange", Symbol ,open_time,INTERVAL', ['exchange', 'symbol', 'interval']],
    ['{"exchange":"us","Symbol":"SPX"}', ['exchange']],
  ])('names parts of the series: %s', (line, brought) => {
    expect(broughtBy(describeFirstLine(line))).toEqual(brought);
  });
});
