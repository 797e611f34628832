import request from 'supertest';
import { BACKTESTS, submitBacktest } from '../support/backtests';
import { backtestBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';
import { searchRow, SWEEP, WALK_FORWARD } from '../support/searches';
import { tokenFor } from '../support/token';

interface SearchRead {
  readonly id: number;
  readonly warnings: readonly string[];
}

const IGNORED = 'is not a field of this request and was ignored';

/** Contract, "Requests": unknown properties of open bodies are accepted, those of strict bodies refused, whatever their names. */
describe('fields with unusual names', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  /** As text: an object literal cannot have a `__proto__` of its own. */
  const send = (method: 'post' | 'patch', path: string, body: string) =>
    request(api.url)
      [method](path)
      .set({ authorization: `Bearer ${tokenFor()}`, 'content-type': 'application/json', prefer: 'wait=0' })
      .send(body);
  const bodyWith = (more: string) => `${JSON.stringify(backtestBody()).slice(0, -1)},${more}}`;

  it.each([WALK_FORWARD, SWEEP])('are warnings of %s, escaped where they cannot be stored', async (path) => {
    const names = ['a\\u0000b', '\\ud800', '__proto__', 'constructor', 'toString', 'x'.repeat(400)];
    const answer = await send('post', path, bodyWith(names.map((name) => `"${name}":1`).join(',')));
    expect([200, 202]).toContain(answer.status);
    const expected = [
      ...names.slice(0, 5).map((name) => `${name} ${IGNORED}`),
      `${'x'.repeat(127)}… ${IGNORED}`,
    ];
    const { id, warnings } = answer.body as SearchRead;
    expect(warnings).toEqual(expected);
    expect(((await api.get(`${path}/${id}`)).body as SearchRead).warnings).toEqual(expected);
  });

  it('are at most 50 warnings', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `"unknown_${index}":1`).join(',');
    const { warnings } = (await send('post', SWEEP, bodyWith(names))).body as SearchRead;
    expect(warnings).toHaveLength(51);
    expect(warnings.slice(49)).toEqual([`unknown_49 ${IGNORED}`, 'and 10 more']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'are refused in a strict body: %s',
    async (name) => {
      const answer = await send('post', BACKTESTS, bodyWith(`"${name}":{"polluted":true}`));
      expect(answer.status).toBe(422);
      expect((answer.body as { detail: string }).detail).toMatch(
        new RegExp(`^${name} is not a field of this body; known: strategy_name, `),
      );
      const headline = `{"headlines":[{"title":"x","published_at":"2024-01-01T00:00:00Z","${name}":1}]}`;
      const nested = await send('post', '/api/v1/analysis/headlines', headline);
      expect(nested.status).toBe(422);
      expect((nested.body as { detail: string }).detail).toMatch(
        new RegExp(`^headlines\\.0\\.${name} is not a field of this body; known: title, `),
      );
    },
  );

  it('are refused in execution, at every depth', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const top = await send('post', BACKTESTS, bodyWith(`"execution":{"${name}":{}}`));
      expect((top.body as { detail: string }).detail).toMatch(`execution.${name} is not offered`);
      const fees = await send('post', BACKTESTS, bodyWith(`"execution":{"fees":{"${name}":"0.1"}}`));
      expect((fees.body as { detail: string }).detail).toMatch(`execution.fees.${name} is not known`);
      const stop = await send(
        'post',
        BACKTESTS,
        bodyWith(`"execution":{"stop_loss":{"fraction":0.1,"${name}":1}}`),
      );
      expect([top.status, fees.status, stop.status]).toEqual([422, 422, 422]);
    }
  });

  it('reach the worker in parameters and param_grid, at every depth', async () => {
    const parameters = '{"fast":5,"__proto__":{"a":1},"rules":{"constructor":[{"toString":1}]}}';
    const backtest = await send('post', BACKTESTS, bodyWith(`"parameters":${parameters}`));
    expect(backtest.status).toBe(202);
    const stored = await api.database.query<{ text: string }>(
      'select parameters = $2::jsonb as same from backtests where id = $1',
      [(backtest.body as SearchRead).id, parameters],
    );
    expect(stored.rows).toEqual([{ same: true }]);
    const grid = '{"fast":[5],"__proto__":[1],"constructor":{"min":1,"max":2,"step":1}}';
    const sweep = await send('post', SWEEP, bodyWith(`"param_grid":${grid}`));
    const { settings } = await searchRow(api, (sweep.body as SearchRead).id);
    expect(JSON.stringify((settings as { param_grid: object }).param_grid)).toContain('"__proto__":[1]');
    expect(JSON.stringify(settings)).toContain('"constructor":{');
  });

  it('change nothing in a PATCH', async () => {
    const { id } = await submitBacktest(api);
    const before = (await api.get(`${BACKTESTS}/${id}`)).body as object;
    const answer = await send(
      'patch',
      `${BACKTESTS}/${id}`,
      '{"__proto__":{"status":"failed"},"toString":1}',
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before);
  });

  it.each(['parameters', 'param_grid', 'execution'])('hold at most 64 KiB in %s', async (field) => {
    const path = field === 'param_grid' ? SWEEP : BACKTESTS;
    // {"a":"…"} is eight characters beside the text.
    const of = (bytes: number) => bodyWith(`"${field}":{"a":"${'x'.repeat(bytes - 8)}"}`);
    const beyond = await send('post', path, of(65_537));
    expect(beyond.status).toBe(422);
    expect((beyond.body as { detail: string }).detail).toMatch(
      new RegExp(`^${field} must be a JSON object of at most 64 KiB`),
    );
    const at = await send('post', path, of(65_536));
    // What is small enough is refused for what is in it.
    const { detail } = at.body as { detail?: string };
    if (field === 'parameters') expect(at.status).toBe(202);
    else expect(detail).toMatch(new RegExp(`^${field}.a (is not offered|must be a list of numbers)`));
  });
});
