import type { OpenAPIObject } from '@nestjs/swagger';
import { type RunningApi, startApi } from '../support/running-api';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** Probes and scrapers may add parameters. */
const WITH_ANY_QUERY = ['/health', '/ready', '/metrics'];

interface ErrorBody {
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** Contract, "Requests": an unknown query parameter is 422 that names the known ones; an empty value is 422. */
describe('query parameters', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('are refused on every operation that does not declare them, with those it declares', async () => {
    const { paths } = (await api.get('/openapi.json')).body as OpenAPIObject;
    const wrong: string[] = [];
    let operations = 0;
    for (const [template, item] of Object.entries(paths)) {
      if (WITH_ANY_QUERY.includes(template)) continue;
      for (const method of METHODS) {
        const operation = item[method];
        if (!operation) continue;
        operations++;
        const declared = (operation.parameters ?? []).flatMap((parameter) =>
          'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
        );
        const path = `${template.replace(/\{\w+\}/g, '1')}?surprise=1`;
        const { status, body } = await api[method](path);
        const { detail, errors } = body as ErrorBody;
        const message = errors?.find(({ field }) => field === 'surprise')?.message ?? '';
        const known = declared.length === 0 ? 'it has none' : `known: ${declared.join(', ')}`;
        if (status !== 422 || !message.endsWith(known)) wrong.push(`${method} ${path} → ${status} ${detail}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(operations).toBeGreaterThan(40);
  });

  it('name everything that is wrong', async () => {
    const { status, body } = await api.get('/api/v1/backtesting?symbol=GOOG&page=1&__proto__=1&size[x]=1');
    expect(status).toBe(422);
    expect((body as ErrorBody).errors).toEqual(
      ['symbol', '__proto__', 'size[x]'].map((field) => ({
        field,
        message: 'is not a query parameter of this operation; known: page, size, cursor',
      })),
    );
  });

  it('pass on the probes and the documents, whose callers decorate them', async () => {
    for (const path of ['/health', '/ready', '/openapi.json', '/asyncapi.json', '/docs/']) {
      expect((await api.anonymous().get(`${path}?surprise=1`)).status).toBe(200);
    }
  });

  it.each([
    '/api/v1/backtesting?size=',
    '/api/v1/market-data/candlesticks?exchange=',
    '/api/v1/market-data/candlesticks?interval=',
    '/api/v1/market-data/gaps?exchange=x&symbol=x&interval=1h&start=',
    '/api/v1/backtesting?cursor=',
    '/api/v1/features/history?symbol=x&interval=1h&features=',
  ])('may not be empty: %s', async (path) => {
    expect((await api.get(path)).status).toBe(422);
  });
});
