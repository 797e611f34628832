import { pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';
import { inShort } from '../support/in-short';

const UNIVERSES = '/api/v1/universes';
const MEMBERS = [
  { exchange: 'us', symbol: 'AAPL' },
  { exchange: 'us', symbol: 'GM', to: '2009-06-08' },
  { exchange: 'us', symbol: 'GM', from: '2013-06-07' },
];

describe('universes', () => {
  let api: RunningApi;
  let made = 0;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const newPath = () => `${UNIVERSES}/u${++made}`;
  const store = (path: string, members: readonly object[] = MEMBERS) => api.put(path, { members });

  it('answer 201 with all members in their order, and are read as stored', async () => {
    const path = newPath();
    const answer = await store(path);
    expect([answer.status, answer.headers.location]).toEqual([201, path]);
    expect(answer.body).toEqual({
      name: path.split('/').at(-1),
      member_count: 3,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: answer.body.created_at,
      members: [
        { exchange: 'us', symbol: 'AAPL', from: null, to: null },
        { exchange: 'us', symbol: 'GM', from: null, to: '2009-06-08' },
        { exchange: 'us', symbol: 'GM', from: '2013-06-07', to: null },
      ],
    });
    expect((await api.get(path)).body).toEqual(answer.body);
  });

  it('are replaced by a second PUT, which answers 200', async () => {
    const path = newPath();
    const { body: before } = await store(path);
    const same = await store(path);
    expect([same.status, same.headers.location, same.body]).toEqual([200, undefined, before]);
    const { status, body } = await store(path, [{ exchange: 'us', symbol: 'IBM', from: null }]);
    expect([status, body.member_count, body.created_at]).toEqual([200, 1, before.created_at]);
    expect(Date.parse(body.updated_at as string)).toBeGreaterThan(Date.parse(before.updated_at as string));
    expect((await api.get(path)).body).toEqual(body);
  });

  it('take any text as a name', async () => {
    const name = 'S&P 500 / é? 株';
    const path = `${UNIVERSES}/${encodeURIComponent(name)}`;
    const answer = await store(path);
    expect([answer.status, answer.headers.location, answer.body.name]).toEqual([201, path, name]);
    expect((await api.get(path)).body.name).toBe(name);
    for (const wrong of ['%00', 'x'.repeat(129)])
      expect((await store(`${UNIVERSES}/${wrong}`)).body.detail).toMatch(/^name must be a text of 1 to 128/);
  });

  it('are listed newest first, without members', async () => {
    const paths = [newPath(), newPath()];
    for (const path of paths) await store(path);
    const page = pageOf(await api.get(`${UNIVERSES}?size=2`));
    expect(page).toMatchObject({ page: 1, size: 2 });
    expect(page.total).toBeGreaterThanOrEqual(2);
    expect(page.items).toEqual(
      [...paths].reverse().map((path) => ({
        name: path.split('/').at(-1),
        member_count: 3,
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
      })),
    );
  });

  it.each(
    inShort([
      [{}, /members is required and must be an array of 1 to 1000 objects/],
      [{ members: [] }, /members must be an array of 1 to 1000 objects/],
      [
        { members: Array.from({ length: 2_000 }, (_, index) => ({ exchange: 'us', symbol: `S${index}` })) },
        /members must be an array of 1 to 1000 objects/,
      ],
      [{ members: [{ symbol: 'AAPL' }] }, /members\.0\.exchange is required/],
      [{ members: [MEMBERS[0], { exchange: 'us', symbol: '' }] }, /members\.1\.symbol must be a text/],
      [{ members: [{ ...MEMBERS[0], from: '2009-02-29' }] }, /members\.0\.from must be .*YYYY-MM-DD/],
      [
        { members: [{ ...MEMBERS[0], from: '2010-01-02', to: '2010-01-01' }] },
        /members\.0\.from must not be after to/,
      ],
      [
        { members: [MEMBERS[0], MEMBERS[0]] },
        /members\.1\.symbol is AAPL again, on days on which member 0 is it already/,
      ],
      [{ members: [{ ...MEMBERS[0], weight: 1 }] }, /members\.0\.weight is not a field/],
      [{ members: MEMBERS, name: 'x' }, /name is not a field of this body; known: members/],
    ]),
  )('refuse %s', async (_name, body, detail) => {
    const path = newPath();
    const answer = await api.put(path, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
    expect((await api.get(path)).status).toBe(404);
  });

  it('have a thousand members', async () => {
    const path = newPath();
    const members = Array.from({ length: 1_000 }, (_, index) => ({ exchange: 'us', symbol: `S${index}` }));
    expect((await store(path, members)).body.member_count).toBe(1_000);
  });

  it('change and go with the tag that GET serves alone', async () => {
    const path = newPath();
    for (const condition of ['*', '"none"'])
      expect((await store(path).set('if-match', condition)).status).toBe(412);
    expect((await api.get(path)).status).toBe(404);
    await store(path);
    const { headers, body } = await api.get(path);
    for (const wrong of ['"none"', `W/${headers.etag}`]) {
      expect((await store(path, [MEMBERS[0]]).set('if-match', wrong)).status).toBe(412);
      expect((await api.delete(path).set('if-match', wrong)).status).toBe(412);
    }
    expect((await api.get(path)).body).toEqual(body);
    expect((await store(path, [MEMBERS[0]]).set('if-match', headers.etag)).status).toBe(200);
    expect((await api.delete(path).set('if-match', headers.etag)).status).toBe(412);
    const { etag } = (await api.get(path)).headers;
    expect((await api.delete(path).set('if-match', etag)).status).toBe(204);
  });

  it('are stored once by many at once', async () => {
    const path = newPath();
    const answers = await Promise.all(Array.from({ length: 8 }, () => store(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
  });

  it('are deleted with 204; then there is none', async () => {
    const path = newPath();
    await store(path);
    const answer = await api.delete(path);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const absent of [await api.get(path), await api.delete(path)])
      expect([absent.status, absent.body.detail]).toEqual([404, `No universe with the name u${made}`]);
  });

  it('are 401 without a token, and 405 for other methods', async () => {
    expect((await api.anonymous().get(UNIVERSES)).status).toBe(401);
    const { status, headers } = await api.post(UNIVERSES, {});
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await api.patch(`${UNIVERSES}/x`, {})).headers.allow).toBe('DELETE, GET, HEAD, PUT');
  });
});
