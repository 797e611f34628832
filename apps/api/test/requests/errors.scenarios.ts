import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { backtestBody, candleBody } from '../support/bodies';
import { documentedBodies, withField } from '../support/body-fields';
import { expectError } from '../support/expect-error';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const CANDLES = '/api/v1/market-data/candlesticks';
const IDEAS = '/api/v1/strategy-ideas';
const MEBIBYTE = 1024 * 1024;

/** Targets are read with the method given alone, and an expression may be any JSON value. */
const DEPENDENT = /weights\.values|\.rule$/;

describe('errors', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  describe('without a token that counts', () => {
    const PATHS = [CANDLES, '/api/v1/backtesting/1', '/metrics', '/nothing', '/api/v1/nothing', '/docs-json'];

    it.each(PATHS)('is 401 on %s, whether it exists or not', async (path) => {
      for (const method of ['get', 'post', 'delete', 'options'] as const) {
        const answer = await api.anonymous()[method](path);
        expectError(answer, 401, /token/);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    });

    it('is 401 before a body is read, however wrong that is', async () => {
      const answer = await api.anonymous().post(CANDLES).set('content-type', 'text/plain').send('{');
      expectError(answer, 401, /token/);
    });

    it.each([
      ['Bearer nonsense', 'Bearer nonsense'],
      ['Bearer a.b.c', 'Bearer a.b.c'],
      ['a token whose signature was changed', `Bearer ${tokenFor().slice(0, -4)}AAAA`],
    ])('says that %s is invalid', async (_name, authorization) => {
      const answer = await api.anonymous().get(CANDLES).set({ authorization });
      expectError(answer, 401, /./);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
    });

    it('takes no API key, and no token from the query', async () => {
      expect((await api.anonymous().get(CANDLES).set('x-api-key', tokenFor())).status).toBe(401);
      expect((await api.anonymous().get(`${CANDLES}?token=${tokenFor()}`)).status).toBe(401);
    });
  });

  it('is 422 for JSON that breaks rules, and names every field at fault and what is allowed', async () => {
    const answer = await api.post(
      CANDLES,
      candleBody({ interval: '7m', open: 5, volume: undefined, extra: 1 }),
    );
    expectError(answer, 422, /./);
    const fields = (answer.body.errors as { field: string }[]).map(({ field }) => field).sort();
    expect(fields).toEqual(['extra', 'interval', 'open', 'volume']);
    for (const field of fields) expect(answer.body.detail).toContain(`${field} `);
    expect(answer.body.detail).toContain('1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 12h, 1d');
    expect(answer.body.code).toBe('INVALID_PARAMETER');
  });

  it('names the form that each field of each body has, and says of a missing one that it is required', async () => {
    const document = (await api.anonymous().get('/openapi.json')).body as OpenAPIObject;
    const problems: string[] = [];
    let tried = 0;
    for (const { path, method, body, fields } of documentedBodies(document)) {
      for (const field of fields.filter(({ path: name }) => !DEPENDENT.test(name))) {
        const refuse = async (value: unknown, expected: RegExp) => {
          const answer = await api[method](path, withField(body, field.path, value, field.siblings));
          const { errors = [] } = answer.body as { errors?: { field: string; message: string }[] };
          const message = errors.find((error) => error.field === field.path)?.message ?? '';
          tried++;
          if (answer.status !== 422 || !expected.test(message))
            problems.push(`${method} ${path} ${field.path} = ${JSON.stringify(value)}: ${answer.text}`);
        };
        await refuse(field.wrong, field.expected);
        if (field.isRequired) await refuse(undefined, /^is required and must be /);
      }
    }
    expect(problems).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });

  it('has a code for a program to go by', async () => {
    const codeOf = async (answer: Promise<Response>) => (await answer).body.code as string;
    expect(await codeOf(api.post(IDEAS, {}).then())).toBe('MISSING_PARAMETER');
    expect(await codeOf(api.get(`${CANDLES}?interval=7m`).then())).toBe('INVALID_INTERVAL');
    const reversed = backtestBody({ start_date: '2021-01-01', end_date: '2020-01-01' });
    expect(await codeOf(api.post('/api/v1/backtesting', reversed).then())).toBe('INVALID_DATE_RANGE');
    expect(await codeOf(api.get('/api/v1/backtesting/5').then())).toBe('BACKTEST_NOT_FOUND');
  });

  it.each(['{', '{"a":1,}', "{'a':1}", 'NaN', '{"name":"\u0001"}'])(
    'is 400 for the body %s',
    async (body) => {
      const answer = await api
        .post(IDEAS)
        .set('content-type', 'application/json')
        .serialize(() => body)
        .send({});
      expectError(answer, 400, /not valid JSON/);
    },
  );

  it.each(['[]', 'null', '5', '"text"'])('is 422 for the JSON %s, which is no object', async (body) => {
    const answer = await api
      .post(IDEAS)
      .set('content-type', 'application/json')
      .serialize(() => body)
      .send({});
    expectError(answer, 422, /must be a JSON object/);
  });

  it('is 415 for another content type, and for none', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
    ]) {
      expectError(await api.post(IDEAS).set('content-type', type).send('{}'), 415, /application\/json/);
    }
    const vendor = api.post(IDEAS).set('content-type', 'application/vnd.api+json');
    expect((await vendor.send(JSON.stringify({ name: 'n', description: 'd' }))).status).toBe(201);
  });

  it('is 413 over one mebibyte, and not at it', async () => {
    const bodyOf = (bytes: number) => {
      const frame = JSON.stringify({ name: 'n', description: '' }).length;
      return { name: 'n', description: 'd'.repeat(bytes - frame) };
    };
    expectError(await api.post(IDEAS, bodyOf(MEBIBYTE)), 422, /description/);
    expectError(await api.post(IDEAS, bodyOf(MEBIBYTE + 1)), 413, /1048576 bytes/);
  });

  it('is 422 for an id that is no integer, and 404 for one that does not exist, however large', async () => {
    const routes = [CANDLES, '/api/v1/backtesting', '/api/v1/trade-journal', IDEAS];
    for (const route of routes) {
      expectError(await api.get(`${route}/abc`), 422, /_id must be an integer, not "abc"/);
      for (const id of ['0', '-5', '2147483648', '9007199254740993', '9'.repeat(100)]) {
        expectError(await api.get(`${route}/${id}`), 404, /^No .* with /);
      }
    }
    for (const route of routes.slice(1)) {
      expectError(await api.patch(`${route}/${'9'.repeat(20)}`, {}), 404, /^No /);
      expectError(await api.delete(`${route}/2147483648`), 404, /^No /);
    }
  });

  it.each([
    ['put', CANDLES, 'GET, HEAD, POST'],
    ['delete', CANDLES, 'GET, HEAD, POST'],
    ['post', `${CANDLES}/1`, 'GET, HEAD'],
    ['patch', '/api/v1/backtesting', 'GET, HEAD, POST'],
    ['put', '/api/v1/backtesting/1', 'DELETE, GET, HEAD, PATCH'],
    ['post', '/api/v1/backtesting/1', 'DELETE, GET, HEAD, PATCH'],
    ['delete', '/api/v1/backtesting/1/report', 'GET, HEAD'],
    ['put', IDEAS, 'GET, HEAD, POST'],
    ['post', '/metrics', 'GET, HEAD'],
  ] as const)('is 405 for %s %s, with the methods that are allowed', async (method, path, allowed) => {
    const answer = await api.anonymous()[method](path).set('authorization', `Bearer ${tokenFor()}`);
    expectError(answer, 405, /is not offered here/);
    expect(answer.headers.allow).toBe(allowed);
  });

  it.each([
    ['post', '/api/v1/backtesting/fee-presets', 'GET, HEAD'],
    ['delete', '/api/v1/backtesting/fee-presets', 'GET, HEAD'],
    ['patch', '/api/v1/backtesting/strategies', 'GET, HEAD'],
    ['delete', `${CANDLES}/query`, 'POST'],
    ['get', `${CANDLES}/query`, 'POST'],
  ] as const)('is 405 for %s on the fixed route %s, which is no id', async (method, path, allowed) => {
    const answer = await api.anonymous()[method](path).set('authorization', `Bearer ${tokenFor()}`);
    expectError(answer, 405, /is not offered here/);
    expect(answer.headers.allow).toBe(allowed);
  });

  it('answers OPTIONS with the methods that are allowed', async () => {
    const options = async (path: string) => {
      const { status, headers } = await api
        .anonymous()
        .options(path)
        .set('authorization', `Bearer ${tokenFor()}`);
      return [status, headers.allow];
    };
    expect(await options('/api/v1/backtesting/fee-presets')).toEqual([204, 'GET, HEAD']);
    expect(await options('/API/v1/backtesting/7/')).toEqual([204, 'DELETE, GET, HEAD, PATCH']);
    expect(await options('/nothing')).toEqual([404, undefined]);
  });

  it('is 404 where nothing is served', async () => {
    for (const path of [
      '/index.html',
      '/api/v1',
      '/api/v1/nothing',
      '/api/v2/backtesting',
      `${CANDLES}/1/2`,
    ]) {
      expectError(await api.get(path), 404, /^Nothing is served at /);
      expectError(await api.post(path, {}), 404, /^Nothing is served at /);
    }
  });

  it('answers with RFC 9457 problems to clients that accept them', async () => {
    const answer = await api.get('/api/v1/backtesting/5').set('accept', 'application/problem+json');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      instance: '/api/v1/backtesting/5',
      detail: 'No backtest with the id 5',
      code: 'BACKTEST_NOT_FOUND',
      request_id: answer.headers['x-request-id'],
    });
    const unauthorised = await api.anonymous().get('/nothing').set('accept', 'application/problem+json');
    expect(unauthorised.body).toMatchObject({ status: 401, title: 'Unauthorized' });
  });

  it('takes over a plausible request id, and makes its own otherwise', async () => {
    const own = randomUUID();
    expect((await api.get(CANDLES).set('x-request-id', own)).headers['x-request-id']).toBe(own);
    for (const bad of ['', 'x'.repeat(129), 'a b', '<script>', 'a,b']) {
      const { headers } = await api.get(CANDLES).set('x-request-id', bad);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
