import { readMembers, writeMembers } from './members-text';

describe('the text of members', () => {
  const TEXT = 'us, AAPL\nus, ENRN, 1995-01-03, 2001-11-28\nus, MSFT, , 2019-12-31';

  it('has a line for each, with the days that it has', () => {
    const members = readMembers(TEXT);
    expect(members).toEqual([
      { exchange: 'us', symbol: 'AAPL' },
      { exchange: 'us', symbol: 'ENRN', from: '1995-01-03', to: '2001-11-28' },
      { exchange: 'us', symbol: 'MSFT', to: '2019-12-31' },
    ]);
    expect(writeMembers(members)).toBe(TEXT);
  });

  it('is read from what people paste: blank lines, no spaces, symbols alone', () => {
    expect(readMembers('\n SPX \r\n\nbinance,BTC/USDT,2020-01-01\n')).toEqual([
      { symbol: 'SPX' },
      { exchange: 'binance', symbol: 'BTC/USDT', from: '2020-01-01' },
    ]);
  });
});
