import { idsOf, pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';
import { inShort } from '../support/in-short';

const JOURNAL = '/api/v1/trade-journal';
const FIELDS = ['id', 'symbol', 'side', 'entry_price', 'exit_price', 'notes', 'created_at'];
const ENTRY = { symbol: 'BTC/USDT', side: 'buy', entry_price: '42000.50' };

describe('trade journal', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  async function write(fields: object = {}) {
    const answer = await api.post(JOURNAL, { ...ENTRY, ...fields });
    expect(answer.status).toBe(201);
    return answer.body as Record<string, unknown> & { id: number };
  }

  it('answers 201 with exactly the fields of an entry', async () => {
    const body = await write();
    expect(Object.keys(body).sort()).toEqual([...FIELDS].sort());
    expect(body).toMatchObject({ ...ENTRY, exit_price: null, notes: null });
    expect(Number.isInteger(body.id)).toBe(true);
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    expect((await api.get(`${JOURNAL}/${body.id}`)).body).toEqual(body);
  });

  it.each(
    inShort([
      [
        {
          side: 'sell',
          entry_price: '0.000000000000000001',
          exit_price: '99999999999999999999.999999999999999999',
        },
      ],
      [{ exit_price: '43500.00', notes: 'first line\nsecond\tline\r\n“quoted” 😀' }],
      [{ exit_price: null, notes: null }],
      [{ notes: '' }],
      [{ notes: 'x'.repeat(10_000) }],
      [{ notes: '😀'.repeat(10_000) }],
      [{ symbol: 'é'.repeat(128) }],
    ]),
  )('keeps %s as it was sent', async (_name, fields) => {
    const body = await write(fields);
    expect(body).toMatchObject(fields);
    expect((await api.get(`${JOURNAL}/${body.id}`)).body).toEqual(body);
  });

  it.each(
    inShort([
      [{ side: 'hold' }, /side must be one of buy, sell/],
      [{ side: 'BUY' }, /side/],
      [
        { side: undefined, symbol: undefined, entry_price: undefined },
        /symbol is required.*side is required.*entry_price is required/s,
      ],
      [{ entry_price: '0' }, /entry_price .*above 0/],
      [{ entry_price: '-1' }, /entry_price/],
      [{ entry_price: 42000.5 }, /entry_price must be a decimal string/],
      [{ entry_price: null }, /entry_price/],
      [{ exit_price: '0.00' }, /exit_price .*above 0/],
      [{ exit_price: '.5' }, /exit_price/],
      [{ notes: 'a\u0000b' }, /notes .*control characters/],
      [{ notes: '\ud800' }, /notes/],
      [{ notes: 'x'.repeat(10_001) }, /notes must be a text of up to 10000 characters/],
      [{ symbol: '' }, /symbol must be a text of 1 to 128 characters/],
      [{ symbol: 'x'.repeat(129) }, /symbol/],
      [{ symbol: 'two\nlines' }, /symbol/],
      [{ note: 'typo' }, /note is not a field of this body; known: .*notes/],
      [{ id: 5 }, /id is not a field/],
    ]),
  )('refuses %s', async (_name, fields, detail) => {
    const answer = await api.post(JOURNAL, { ...ENTRY, ...fields });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
  });

  it('lists newest first, twenty by default, with the true total', async () => {
    const before = pageOf(await api.get(JOURNAL));
    const ids: number[] = [];
    for (let index = 0; index < 21; index++) ids.unshift((await write()).id);
    const body = pageOf(await api.get(JOURNAL));
    expect(Object.keys(body)).toEqual(['items', 'total', 'page', 'size']);
    expect(body).toMatchObject({ total: before.total + 21, page: 1, size: 20 });
    expect(idsOf(body)).toEqual(ids.slice(0, 20));
    expect((await api.get(JOURNAL).query({ page: 2 })).body.items[0].id).toBe(ids[20]);
    expect((await api.get(JOURNAL).query({ size: 1001 })).status).toBe(422);
    expect((await api.get(JOURNAL).query({ page: 50_001, size: 20 })).body.items).toEqual([]);
    expect((await api.get(JOURNAL).query({ page: 50_002, size: 20 })).status).toBe(422);
  });

  it('changes any field, clears the exit price and the notes, and keeps the rest', async () => {
    const { id, created_at } = await write({ exit_price: '1', notes: 'n' });
    const change = async (changes: object) => {
      const answer = await api.patch(`${JOURNAL}/${id}`, changes);
      expect(answer.status).toBe(200);
      expect((await api.get(`${JOURNAL}/${id}`)).body).toEqual(answer.body);
      return answer.body as object;
    };
    const initial = { id, ...ENTRY, exit_price: '1', notes: 'n', created_at };
    expect(await change({})).toEqual(initial);
    expect(await change({ unknown: 1, id: 77, created_at: '2000-01-01T00:00:00Z' })).toEqual(initial);
    expect(await change({ symbol: 'ETH/USDT', side: 'sell' })).toMatchObject({
      symbol: 'ETH/USDT',
      side: 'sell',
    });
    expect(await change({ entry_price: '42000.500' })).toMatchObject({
      entry_price: '42000.500',
      exit_price: '1',
    });
    expect(await change({ exit_price: null })).toMatchObject({ exit_price: null, notes: 'n' });
    expect(await change({ notes: null })).toMatchObject({ notes: null });
  });

  it.each([
    { symbol: null },
    { side: null },
    { entry_price: null },
    { side: 'x' },
    { exit_price: '0' },
    { notes: 5 },
  ])('refuses the change %j', async (changes) => {
    const before = await write();
    const answer = await api.patch(`${JOURNAL}/${before.id}`, changes);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ field: Object.keys(changes)[0], message: expect.any(String) }]);
    expect((await api.get(`${JOURNAL}/${before.id}`)).body).toEqual(before);
  });

  it('lists what is computed of each entry, in pages that keep to the filter', async () => {
    const symbol = 'DETAILS/USDT';
    const closed = await write({ symbol, entry_price: '1000', exit_price: '1010', notes: 'n' });
    await api.patch(`${JOURNAL}/${closed.id}/details`, {
      account: 'a',
      quantity: '2',
      fees: '1.5',
      stop: '990',
    });
    const open = await write({ symbol });
    const details = `${JOURNAL}/details?symbol=${encodeURIComponent(symbol)}`;
    const first = await api.get(`${details}&size=1`);
    expect(first.body).toMatchObject({ total: 2, items: [{ id: open.id, net_pnl: null, r_multiple: null }] });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.link)![1];
    const [trade] = pageOf(await api.get(`${JOURNAL}/details${next}`)).items;
    // By hand: 2 × (1010 − 1000) − 1.5 = 18.5; over 2 × 1000: 0.00925; over 2 × (1000 − 990): 0.925.
    expect(trade).toMatchObject({ net_pnl: '18.5', return: 0.00925, r_multiple: 0.925, currency: 'USDT' });
    const alone = (await api.get(`${JOURNAL}/${closed.id}/details`)).body as object;
    const own = { notes: 'n', created_at: closed.created_at };
    expect({ ...alone, ...trade }).toEqual({ ...alone, ...own });
    expect((await api.get(`${details}&status=pending`)).status).toBe(422);
  });

  it('deletes with 204 and no body; then there is none', async () => {
    const { id } = await write();
    const answer = await api.delete(`${JOURNAL}/${id}`);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    for (const absent of [
      await api.get(`${JOURNAL}/${id}`),
      await api.patch(`${JOURNAL}/${id}`, {}),
      await api.delete(`${JOURNAL}/${id}`),
    ]) {
      expect(absent.status).toBe(404);
      expect(absent.body.detail).toBe(`No journal entry with the id ${id}`);
    }
  });
});
