import { DeadLetters } from '#domain/trading/dead-letters';
import type { TradingKind } from '#domain/trading/trading-delivery';
import { type RunningApi, startApi } from '../support/running-api';

const LETTERS = '/api/v1/events/dead-letters';
const SENT_AT = new Date('2024-01-02T00:00:03.500Z');
/** The fields of the contract, part "Events". */
const FILL = {
  fill_id: 'f-1',
  account: 'main',
  exchange: 'binance',
  symbol: 'BTC/USDT',
  side: 'buy',
  price: '42314.00',
  quantity: '0.05',
  time: '2024-01-02T00:00:03Z',
};
const POSITION = {
  account: 'main',
  exchange: 'binance',
  symbol: 'BTC/USDT',
  quantity: '-2',
  time: FILL.time,
};
const REASON = [{ field: 'price', message: 'is required' }];

describe('dead letters', () => {
  let api: RunningApi;
  let sequence = 0;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(() =>
    api.database.query(
      'truncate dead_letters, round_trip_entries, trade_journal_entries, fill_revisions, fills, positions restart identity cascade',
    ),
  );

  interface Kept {
    readonly kind?: TradingKind;
    readonly content?: string | Buffer;
    readonly number?: number;
    readonly sentAt?: Date;
  }

  /** As a worker does. */
  function keep({ kind = 'fill', content = '{', number = ++sequence, sentAt = SENT_AT }: Kept = {}) {
    const letters = api.application.get(DeadLetters, { strict: false });
    return letters.keep([
      {
        kind,
        subject: `trading.${kind}.main`,
        stream: 'TRADING',
        sequence: number,
        sentAt,
        deliveries: 1,
        content: Buffer.from(content),
        headers: { 'Nats-Msg-Id': ['a', 'b\u0000'] },
        reason: REASON,
      },
    ]);
  }
  const listed = async (query = '') =>
    (await api.get(LETTERS + query)).body as { items: { id: number; kind: string }[]; total: number };
  const newestId = async () => (await listed()).items[0].id;
  const stored = async () =>
    (await api.database.query('select fill_id, price::text, stated_at from fills')).rows as unknown[];

  it('are listed, the last that came in first, by kind and status, and read with the message as it came', async () => {
    await keep({ content: '{"price": 1' });
    await keep({ kind: 'position', content: Buffer.from([0xff, 0x00]) });
    const { items, total } = await listed();
    expect([total, items.map(({ kind }) => kind)]).toEqual([2, ['position', 'fill']]);
    expect(items[1]).toEqual({
      id: items[1].id,
      kind: 'fill',
      subject: 'trading.fill.main',
      stream: 'TRADING',
      sequence: sequence - 1,
      sent_at: '2024-01-02T00:00:03.500Z',
      deliveries: 1,
      reason: REASON,
      status: 'waiting',
      outcome: null,
      received_at: expect.stringMatching(/^20\d\d-.*Z$/),
      decided_at: null,
    });
    expect((await api.get(`${LETTERS}/${items[1].id}`)).body).toEqual({
      ...items[1],
      content: '{"price": 1',
      content_encoding: 'utf-8',
      headers: { 'Nats-Msg-Id': ['a', 'b\\u0000'] },
    });
    const bytes = await api.get(`${LETTERS}/${items[0].id}`);
    expect(bytes.body).toMatchObject({ content: '/wA=', content_encoding: 'base64' });
    expect(await listed('?kind=fill&status=waiting')).toMatchObject({ total: 1, items: [items[1]] });
    expect(await listed('?status=replayed')).toMatchObject({ total: 0, items: [] });
    for (const query of ['?kind=order', '?status=lost', '?page=0'])
      expect([query, (await api.get(LETTERS + query)).status]).toEqual([query, 422]);
  });

  it('are kept once per message, also of a stream that was made again', async () => {
    expect(await keep({ number: 5 })).toBe(1);
    expect(await keep({ number: 5 })).toBe(0);
    expect(await keep({ number: 5, sentAt: new Date('2024-02-02T00:00:00Z') })).toBe(1);
    expect(await listed()).toMatchObject({ total: 2 });
  });

  it('are replayed as they were stored, with the time of the stream, once', async () => {
    await keep({ content: JSON.stringify(FILL) });
    const path = `${LETTERS}/${await newestId()}/replay`;
    const answer = await api.post(path);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'replayed', outcome: 'inserted', decided_at: expect.stringMatching(/Z$/) },
    ]);
    expect((await api.post(path)).body).toEqual(answer.body);
    expect(await stored()).toEqual([{ fill_id: 'f-1', price: '42314.00', stated_at: SENT_AT }]);
    expect((await api.post(path.replace('replay', 'discard'))).status).toBe(409);
  });

  it('stay with the new reason where the stored message fails again, and take a corrected one', async () => {
    await keep({ content: JSON.stringify({ ...FILL, price: '-1', quantity: '0' }) });
    const id = await newestId();
    const refused = await api.post(`${LETTERS}/${id}/replay`);
    const above0 = expect.stringMatching(/above 0$/);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        { field: 'price', message: above0 },
        { field: 'quantity', message: above0 },
      ],
    ]);
    const { reason } = (await api.get(`${LETTERS}/${id}`)).body as { reason: unknown };
    expect(reason).toEqual(refused.body.errors);
    const wrong = await api.post(`${LETTERS}/${id}/replay`, { message: { ...FILL, side: 'hold' } });
    expect([wrong.status, wrong.body.detail]).toEqual([422, 'message.side must be one of buy, sell']);
    expect((await api.post(`${LETTERS}/${id}/replay`, { massage: FILL })).status).toBe(422);
    expect(await stored()).toEqual([]);

    const envelope = { specversion: '1.0', time: '2024-01-02T00:00:09Z', data: FILL };
    const corrected = await api.post(`${LETTERS}/${id}/replay`, { message: envelope });
    expect([corrected.status, corrected.body]).toMatchObject([200, { outcome: 'inserted', reason }]);
    const again = await api.post(`${LETTERS}/${id}/replay`, { message: envelope });
    expect([again.status, again.body]).toMatchObject([200, { status: 'replayed', outcome: 'unchanged' }]);
    expect(await stored()).toMatchObject([{ fill_id: 'f-1', stated_at: new Date('2024-01-02T00:00:09Z') }]);
  });

  it('of positions are replayed, too', async () => {
    await keep({ kind: 'position', content: JSON.stringify(POSITION) });
    const answer = await api.post(`${LETTERS}/${await newestId()}/replay`);
    expect([answer.status, answer.body]).toMatchObject([200, { outcome: 'inserted' }]);
    const { rows } = await api.database.query('select symbol, reported_quantity::text from positions');
    expect(rows).toEqual([{ symbol: 'BTC/USDT', reported_quantity: '-2' }]);
  });

  it('stay with the reason of the database where that refuses them', async () => {
    await api.database.query(`alter table fills add constraint no_poison check (fill_id <> 'poison')`);
    try {
      await keep({ content: JSON.stringify({ ...FILL, fill_id: 'poison' }) });
      const answer = await api.post(`${LETTERS}/${await newestId()}/replay`);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        [{ field: 'message', message: expect.stringContaining('no_poison') }],
      ]);
      expect(await listed('?status=waiting')).toMatchObject({ total: 1 });
    } finally {
      await api.database.query('alter table fills drop constraint no_poison');
    }
  });

  it('are discarded, and may be replayed all the same', async () => {
    await keep({ content: JSON.stringify(FILL) });
    const id = await newestId();
    const discarded = await api.post(`${LETTERS}/${id}/discard`);
    expect([discarded.status, discarded.body]).toMatchObject([200, { status: 'discarded', outcome: null }]);
    expect((await api.post(`${LETTERS}/${id}/discard`)).body).toEqual(discarded.body);
    expect((await api.post(`${LETTERS}/${id}/replay`)).body).toMatchObject({ status: 'replayed' });
  });

  it('are 404 where there is none, and need a token', async () => {
    for (const [id, status] of [
      ['2147483647', 404],
      ['99999999999999999999', 404],
      ['1.5', 422],
    ] as const) {
      for (const [method, path] of [
        ['get', `${LETTERS}/${id}`],
        ['post', `${LETTERS}/${id}/replay`],
        ['post', `${LETTERS}/${id}/discard`],
      ] as const)
        expect([method, path, (await api[method](path)).status]).toEqual([method, path, status]);
    }
    expect((await api.anonymous().get(LETTERS)).status).toBe(401);
  });

  it('are deleted when they were decided 30 days ago, or wait for 90', async () => {
    const ages = [
      ['waiting', 89],
      ['waiting', 91],
      ['replayed', 29],
      ['discarded', 31],
    ] as const;
    for (const [status, days] of ages) {
      await keep({ number: days });
      await api.database.query(
        `update dead_letters set status = $1, received_at = now() - make_interval(days => $2::integer),
           decided_at = case when $1 <> 'waiting' then now() - make_interval(days => $2::integer) end where sequence = $2`,
        [status, days],
      );
    }
    await api.application.get(DeadLetters, { strict: false }).deleteOld(new AbortController().signal);
    const { rows } = await api.database.query('select sequence::integer from dead_letters order by sequence');
    expect(rows).toEqual([{ sequence: 29 }, { sequence: 89 }]);
  });
});
