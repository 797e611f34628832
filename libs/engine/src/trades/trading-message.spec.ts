import { readFillMessage } from './trading-message';

const FILL = {
  fill_id: '9',
  account: 'main',
  exchange: 'binance',
  symbol: 'BTC/USDT',
  side: 'buy',
  price: '100',
  quantity: '1',
};
const NOW = Date.UTC(2024, 0, 2);

function readContent(fields: object) {
  const read = readFillMessage({ ...FILL, ...fields }, NOW);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.content;
}

describe('the order of fills', () => {
  it.each([
    ['2024-01-01T00:00:00.123456789Z', 456_789],
    ['2024-01-01T00:00:00.0001Z', 100_000],
    ['2024-01-01 00:00:00.1230000019+00:00', 1],
    ['2024-01-01T00:00:00.123Z', 0],
    ['2024-01-01T00:00:00Z', 0],
  ])('within a millisecond is that of the digits beyond it: %s', (time, sequence) => {
    expect(readContent({ time })).toMatchObject({ sequence });
    expect(readContent({ time, sequence: null })).toMatchObject({ sequence });
  });

  it('is what the sender says where it says one', () => {
    expect(readContent({ time: '2024-01-01T00:00:00.0001Z', sequence: 7 })).toMatchObject({ sequence: 7 });
    expect(readContent({ time: '2024-01-01T00:00:00.0001Z', sequence: 0 })).toMatchObject({ sequence: 0 });
  });
});
