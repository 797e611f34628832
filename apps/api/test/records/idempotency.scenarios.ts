import { IdempotencyKeys } from '#domain/idempotency/idempotency-keys';
import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { backtestBody, candleBody } from '../support/bodies';
import { expectError } from '../support/expect-error';
import { CANDLES } from '../support/hourly-candles';
import { countRows, idOf, newKey, sendKeyed } from '../support/keyed-requests';
import { type RunningApi, startApi } from '../support/running-api';
import { failSearch, SWEEP, WALK_FORWARD } from '../support/searches';

const IDEAS = '/api/v1/strategy-ideas';
const JOURNAL = '/api/v1/trade-journal';
const REPAIR = '/api/v1/market-data/gaps/repair';
const IDEA = { name: 'n', description: 'd' };
const SERIES = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1h' };

/** draft-ietf-httpapi-idempotency-key-header-07, 2.6 and 2.7: replay, 422 for another payload, 409 for a request in flight. */
describe('requests with an Idempotency-Key', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
    await api.post(CANDLES, candleBody(SERIES));
  });
  afterAll(() => api.stop());

  const send = (path: string, body: object, key: string, sub?: string) =>
    sendKeyed(api.url, path, body, { key, sub });
  const count = (table: string) => countRows(api, table);

  it.each([
    [BACKTESTS, backtestBody(), { symbol: 'NDX' }, 'backtests', 202],
    [SWEEP, backtestBody(), { seed: 7 }, 'parameter_searches', 202],
    [WALK_FORWARD, backtestBody(), { n_splits: 7 }, 'parameter_searches', 200],
    [
      JOURNAL,
      { symbol: 'X', side: 'buy', entry_price: '1.50' },
      { notes: 'é😀' },
      'trade_journal_entries',
      201,
    ],
    [IDEAS, IDEA, { asset_class: 'fx' }, 'strategy_ideas', 201],
    [
      '/api/v1/equities/ingest',
      { symbols: ['SPX'], start_date: '2020-01-02' },
      { symbols: ['NDX'] },
      'equity_ingests',
      202,
    ],
    ['/api/v1/features/precompute', { symbol: 'BTC/USDT' }, { interval: '1h' }, 'feature_precomputes', 202],
    [REPAIR, SERIES, { recheck: true }, 'gap_repairs', 202],
  ])('have one effect at POST %s, and the first answer again', async (path, body, change, table, status) => {
    const key = newKey();
    const before = await count(table);
    const first = await send(path, body, key);
    expect([first.status, first.replayed]).toEqual([status, null]);
    // The same value, whose members come in another order.
    const again = await send(path, Object.fromEntries(Object.entries(body).reverse()), key);
    expect(again).toEqual({ ...first, replayed: 'true' });
    expect(await count(table)).toBe(before + 1);

    const other = await send(path, { ...body, ...change }, key);
    expect(other.status).toBe(422);
    expect(JSON.parse(other.text)).toMatchObject({
      detail: expect.stringMatching(
        /^Idempotency-Key was used for another request within the last 24 hours/,
      ) as string,
      errors: [{ field: 'Idempotency-Key' }],
    });
    expect(await count(table)).toBe(before + 1);
  });

  it('answer the first time what the record was then, also when it was changed or deleted since', async () => {
    const key = newKey();
    const first = await send(IDEAS, IDEA, key);
    const path = `${IDEAS}/${idOf(first)}`;
    await api.patch(path, { name: 'renamed' });
    expect(await send(IDEAS, IDEA, key)).toEqual({ ...first, replayed: 'true' });
    await api.delete(path);
    expect(await send(IDEAS, IDEA, key)).toEqual({ ...first, replayed: 'true' });
  });

  it('wait for the one run that the key has, where they wait', async () => {
    const key = newKey();
    const { text } = await send(WALK_FORWARD, backtestBody(), key);
    const { id } = JSON.parse(text) as { id: number };
    await failSearch(api, id, 'too little data');
    expect(JSON.parse((await send(WALK_FORWARD, backtestBody(), key)).text)).toMatchObject({
      id,
      status: 'failed',
      detail: 'too little data',
    });

    const run = { ...backtestBody(), symbol: 'WAITED' };
    const submitted = await api.post(BACKTESTS, run).set('idempotency-key', key + 'b');
    await completeBacktest(api, submitted.body.id);
    const waited = await api.post(BACKTESTS, run).set({ 'idempotency-key': key + 'b', prefer: 'wait=60' });
    expect([waited.status, waited.body]).toMatchObject([200, { id: submitted.body.id, status: 'completed' }]);
  });

  it('have keys of their own for each subject, and one for all operations', async () => {
    const key = newKey();
    const [mine, theirs] = [await send(IDEAS, IDEA, key), await send(IDEAS, IDEA, key, 'another')];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(idOf(theirs)).not.toBe(idOf(mine));
    expect((await send(JOURNAL, { symbol: 'X', side: 'buy', entry_price: '1' }, key)).status).toBe(422);
  });

  it('may quote the key', async () => {
    const first = await send(IDEAS, IDEA, '"quoted"');
    expect(await send(IDEAS, IDEA, 'quoted')).toEqual({ ...first, replayed: 'true' });
  });

  it.each(['', '""', 'a b', 'a, b', 'é', 'x'.repeat(256), '\t'])(
    'are refused with the key "%s"',
    async (key) => {
      const before = await count('strategy_ideas');
      const answer = await api.post(IDEAS, IDEA).set('idempotency-key', Buffer.from(key).toString('latin1'));
      expectError(answer, 422, /^Idempotency-Key must be 1 to 255 visible ASCII characters/);
      expect(await count('strategy_ideas')).toBe(before);
    },
  );

  it('are not remembered when they were refused', async () => {
    const key = newKey();
    const refused = await send(
      BACKTESTS,
      backtestBody({ start_date: '2020-04-18', end_date: '2020-04-17' }),
      key,
    );
    expect(refused.status).toBe(422);
    expect((await send(BACKTESTS, backtestBody(), key)).status).toBe(202);
  });

  it('are new after 24 hours, also before the worker has deleted the key', async () => {
    const keys = [newKey(), newKey()];
    const first = [await send(IDEAS, IDEA, keys[0]), await send(IDEAS, IDEA, keys[1])];
    await api.database.query(
      `update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = $1`,
      [keys[0]],
    );
    const again = await send(IDEAS, { ...IDEA, name: 'other' }, keys[0]);
    expect([again.status, again.replayed]).toEqual([201, null]);
    expect(await send(IDEAS, { ...IDEA, name: 'other' }, keys[0])).toEqual({ ...again, replayed: 'true' });
    await api.database.query(
      `update idempotency_keys set created_at = now() - case key when $1 then interval '25 hours' else interval '23 hours' end
       where key = any($2)`,
      [keys[0], keys],
    );
    await api.application.get(IdempotencyKeys, { strict: false }).deleteExpired(new AbortController().signal);
    const { rows } = await api.database.query('select key from idempotency_keys where key = any($1)', [keys]);
    expect(rows).toEqual([{ key: keys[1] }]);
    expect(await send(IDEAS, IDEA, keys[1])).toEqual({ ...first[1], replayed: 'true' });
  });

  it('are counted by outcome', async () => {
    const figures = async () => {
      const { text } = await api.get('/metrics');
      return Object.fromEntries(
        [...text.matchAll(/^idempotent_requests_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
          ([, outcome, value]) => [outcome, Number(value)],
        ),
      );
    };
    const before = await figures();
    expect(Object.keys(before).sort()).toEqual(['first', 'in_flight', 'other_request', 'replayed']);
    const key = newKey();
    for (const body of [IDEA, IDEA, IDEA, { ...IDEA, name: 'other' }]) await send(IDEAS, body, key);
    expect(await figures()).toEqual({
      ...before,
      first: before.first + 1,
      replayed: before.replayed + 2,
      other_request: before.other_request + 1,
    });
  });

  it('change nothing for requests without one', async () => {
    const [one, two] = [await submitBacktest(api), await submitBacktest(api)];
    expect(two.id).not.toBe(one.id);
  });
});
