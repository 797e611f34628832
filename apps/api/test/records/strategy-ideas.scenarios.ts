import { idsOf, pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';
import { inShort } from '../support/in-short';

const IDEAS = '/api/v1/strategy-ideas';
const FIELDS = ['id', 'name', 'description', 'asset_class', 'status', 'created_at'];
const IDEA = { name: 'Weekend gap fade', description: 'Fade the opening gap\nback to the close' };

describe('strategy ideas', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  async function note(fields: object = {}) {
    const answer = await api.post(IDEAS, { ...IDEA, ...fields });
    expect(answer.status).toBe(201);
    return answer.body as Record<string, unknown> & { id: number };
  }

  it('answers 201 with exactly the fields of an idea: a draft on crypto', async () => {
    const body = await note();
    expect(Object.keys(body).sort()).toEqual([...FIELDS].sort());
    expect(body).toMatchObject({ ...IDEA, asset_class: 'crypto', status: 'draft' });
    expect(body.created_at).toMatch(/Z$/);
    expect((await api.get(`${IDEAS}/${body.id}`)).body).toEqual(body);
  });

  it.each(
    inShort([
      [{ asset_class: 'equities' }, { asset_class: 'equities' }],
      [{ asset_class: null }, { asset_class: 'crypto' }],
      [{ description: '' }, { description: '' }],
      [{ name: 'x'.repeat(128), description: 'é'.repeat(10_000) }, { description: 'é'.repeat(10_000) }],
    ]),
  )('accepts %s', async (_name, fields, expected) => {
    const body = await note(fields);
    expect(body).toMatchObject(expected);
  });

  it.each(
    inShort([
      [{ name: undefined, description: undefined }, /name is required.*description is required/s],
      [{ name: '' }, /name must be a text of 1 to 128 characters/],
      [{ name: 'x'.repeat(129) }, /name/],
      [{ description: 'x'.repeat(10_001) }, /description must be a text of up to 10000/],
      [{ description: 5 }, /description/],
      [{ asset_class: '' }, /asset_class/],
      [{ status: 'live' }, /status is not a field of this body; known: name, description, asset_class/],
    ]),
  )('refuses %s', async (_name, fields, detail) => {
    const answer = await api.post(IDEAS, { ...IDEA, ...fields });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
  });

  it('lists newest first, twenty by default, with the true total', async () => {
    const before = pageOf(await api.get(IDEAS));
    const ids: number[] = [];
    for (let index = 0; index < 21; index++) ids.unshift((await note()).id);
    const body = pageOf(await api.get(IDEAS));
    expect(Object.keys(body)).toEqual(['items', 'total', 'page', 'size']);
    expect(body).toMatchObject({ total: before.total + 21, page: 1, size: 20 });
    expect(idsOf(body)).toEqual(ids.slice(0, 20));
  });

  it('lists those of one status, one asset class, or both, with their total and pages', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await note({ asset_class: 'rates & credit' })).id);
    await note({ asset_class: 'Rates & credit' });
    const rates = `${IDEAS}?asset_class=rates%20%26%20credit`;
    for (const id of [ids[0], ids[3]]) await api.patch(`${IDEAS}/${id}`, { status: 'on hold' });
    await api.patch(`${IDEAS}/${(await note()).id}`, { status: 'on hold' });
    expect(idsOf(pageOf(await api.get(rates)))).toEqual(ids);
    expect(pageOf(await api.get(`${IDEAS}?status=on+hold`))).toMatchObject({ total: 3, page: 1, size: 20 });
    const both = pageOf(await api.get(`${rates}&status=on+hold`));
    expect([both.total, idsOf(both)]).toEqual([2, [ids[0], ids[3]]]);
    expect(pageOf(await api.get(`${IDEAS}?status=on`))).toMatchObject({ items: [], total: 0 });

    const first = await api.get(`${rates}&size=2`);
    expect([pageOf(first).total, idsOf(pageOf(first))]).toEqual([5, ids.slice(0, 2)]);
    expect(first.headers.link).toContain('&page=3>; rel="last"');
    // Neither of another class nor noted after the first page.
    await note({ asset_class: 'rates & credit' });
    const second = await api.get(`${IDEAS}${/<([^>]*)>; rel="next"/.exec(first.headers.link)![1]}`);
    expect(idsOf(pageOf(second))).toEqual(ids.slice(2, 4));
    expect(idsOf(pageOf(await api.get(`${rates}&size=2&page=3`)))).toEqual(ids.slice(3));
  });

  it.each([
    ['status=', 'status'],
    [`status=${'x'.repeat(51)}`, 'status'],
    ['status=a&status=b', 'status'],
    ['asset_class=%00', 'asset_class'],
    ['name=n', 'name'],
  ])('refuses the filter %s', async (query, field) => {
    const answer = await api.get(`${IDEAS}?${query}`);
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
  });

  it('changes what is given, any word as status, and answers the whole idea', async () => {
    const before = await note();
    const change = async (changes: object) =>
      (await api.patch(`${IDEAS}/${before.id}`, changes)).body as object;
    expect(await change({})).toEqual(before);
    expect(await change({ status: 'on hold: wait for Ann' })).toEqual({
      ...before,
      status: 'on hold: wait for Ann',
    });
    const all = { name: 'n', description: 'd', asset_class: 'fx', status: 'x'.repeat(50) };
    expect(await change({ ...all, unknown: true })).toEqual({ ...before, ...all });
    expect((await api.get(`${IDEAS}/${before.id}`)).body).toEqual({ ...before, ...all });
  });

  it.each([
    { name: null },
    { description: null },
    { asset_class: null },
    { status: null },
    { status: '' },
    { status: 'x'.repeat(51) },
  ])('refuses the change %j', async (changes) => {
    const before = await note();
    const answer = await api.patch(`${IDEAS}/${before.id}`, changes);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain(Object.keys(changes)[0]);
    expect((await api.get(`${IDEAS}/${before.id}`)).body).toEqual(before);
  });

  it('deletes with 204 and no body; then there is none', async () => {
    const { id } = await note();
    const answer = await api.delete(`${IDEAS}/${id}`);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    for (const absent of [
      await api.get(`${IDEAS}/${id}`),
      await api.patch(`${IDEAS}/${id}`, {}),
      await api.delete(`${IDEAS}/${id}`),
    ]) {
      expect(absent.status).toBe(404);
      expect(absent.body.detail).toBe(`No strategy idea with the id ${id}`);
    }
  });
});
