import { toFilter } from './journal-filter';

const none = {
  symbol: '',
  side: '',
  status: '',
  start: '',
  end: '',
  tag: '',
  account: '',
  source: '',
  idea_id: '',
};

describe('toFilter', () => {
  it('has nothing of empty fields', () => {
    expect(toFilter(none)).toEqual({});
    expect(toFilter({ ...none, tag: '  ' })).toEqual({});
  });

  it('has whole days in UTC, and texts without outer spaces', () => {
    expect(toFilter({ ...none, symbol: ' BTC/USDT ', start: '2024-01-02', end: '2024-01-03' })).toEqual({
      symbol: 'BTC/USDT',
      start: '2024-01-02T00:00:00Z',
      end: '2024-01-03T23:59:59.999Z',
    });
  });
});
