import { gzipSync } from 'node:zlib';
import { inShort } from '../support/in-short';
import { readMetric } from '../support/read-metric';
import { type RunningApi, startApi } from '../support/running-api';
import { FILL, minuteOf, newAccount, postTrading, sendTrading } from '../support/trading';

describe('uploads of fills and positions', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it.each(
    inShort([
      ['quantity', '0'],
      ['quantity', 1],
      ['price', '-1'],
      ['price', 'NaN'],
      ['time', '0001-01-01T00:00:00Z'],
      ['time', '9999-01-01T00:00:00Z'],
      ['side', 'long'],
      ['tags', Array.from({ length: 51 }, (_, index) => `${index}`)],
      ['tags', 'scalp'],
      ['account', 'a\u0000b'],
      ['fill_id', ''],
      ['sequence', -1],
      ['fee', '1e5'],
      ['liquidity', 'both'],
      ['multiplier', '0'],
      ['quantty', '1'],
    ]),
  )('refuse %s with a reason, and store the others', async (_name, field, value) => {
    const account = newAccount();
    const outcome = await sendTrading(api, [
      { ...FILL, account, [field]: value },
      { ...FILL, account, fill_id: '2' },
    ]);
    expect(outcome).toMatchObject({ received: 2, inserted: 1, refused: 1 });
    expect(outcome.errors).toMatchObject([{ line: 1, errors: [{ field }] }]);
  });

  it.each<[string, string | Buffer, Record<string, string>, number, RegExp]>([
    ['a text', '"fills"', {}, 400, /not an array of JSON objects: byte 1/],
    ['an array of numbers', '[1]', {}, 400, /byte 2 /],
    [
      'an array that ends early',
      '[{}, {',
      {},
      400,
      /ends before its array does; its lines up to 0 are dealt with/,
    ],
    ['two arrays', '[{}][{}]', {}, 400, /byte 5 /],
    ['an empty array', ' [ ] ', {}, 422, /holds no fills/],
    ['nothing', '', {}, 400, /ends before its array does/],
    ['CSV', 'a,b', { 'content-type': 'text/csv' }, 415, /application\/json or application\/x-ndjson/],
    ['broken gzip', 'no gzip', { 'content-encoding': 'gzip' }, 400, /is not valid gzip/],
  ])('answer %s with what is wrong', async (_name, body, headers, status, detail) => {
    const answer = await postTrading(api, body, headers);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('are read from one object, from gzip, and around what is no JSON', async () => {
    const account = newAccount();
    const one = await postTrading(api, JSON.stringify({ ...FILL, account }));
    expect([one.status, one.body.inserted]).toEqual([200, 1]);
    const text = `\ufeff[{"price": }, ${JSON.stringify({ ...FILL, account, fill_id: '}"\\]' })} ,{"tags": [["x"]]}]\n`;
    const packed = await postTrading(api, gzipSync(text), { 'content-encoding': 'gzip' });
    expect(packed.body).toMatchObject({ received: 3, inserted: 1, refused: 2 });
    expect(packed.body.errors[0]).toEqual({
      line: 1,
      errors: [{ field: 'line', message: 'is not valid JSON' }],
    });
  });

  it('refuse one that is too long, and go on after it', async () => {
    const account = newAccount();
    const long = { ...FILL, account, tags: Array.from({ length: 1_000_000 }, () => 'x') };
    const outcome = await sendTrading(api, [long, { ...FILL, account }]);
    expect(outcome).toMatchObject({ inserted: 1, refused: 1 });
    expect(outcome.errors[0].errors).toEqual([{ field: 'line', message: 'is longer than 16384 bytes' }]);
  });

  it('are reported beside positions, of which the latest time counts', async () => {
    const account = newAccount();
    const { exchange, symbol } = FILL;
    const report = (quantity: string, minute: number) => ({
      account,
      exchange,
      symbol,
      quantity,
      time: minuteOf(minute),
    });
    expect(
      await sendTrading(api, [report('-1.5', 1), report('2', 0), report('-1.5', 1)], 'positions'),
    ).toMatchObject({
      ...{ received: 3, inserted: 1, unchanged: 2 },
    });
    expect(await sendTrading(api, [report('3', 2)], 'positions')).toMatchObject({ updated: 1 });
    const { rows } = await api.database.query(
      'select reported_quantity, reported_at from positions where account = $1',
      [account],
    );
    expect(rows).toEqual([{ reported_quantity: '3', reported_at: new Date(minuteOf(2)) }]);
  });

  it('are all counted where many differ from their fills', async () => {
    const differing = () => readMetric(api, /^position_report_differences (\d+)$/m);
    const before = await differing();
    const count = 4_001;
    const time = '2024-01-02T10:00:00Z';
    const reports = Array.from({ length: count }, (_, index) => {
      return { account: `many ${index}`, exchange: 'binance', symbol: 'BTC/USDT', quantity: '1', time };
    });
    const { body } = await api.post('/api/v1/trade-journal/positions', reports);
    expect(body.inserted).toBe(count);
    expect(await differing()).toBe(before + count);
  });
});
