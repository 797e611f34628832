import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'supertest';
import type { OpenAPIObject } from '@nestjs/swagger';
import { backtestBody, candleBody } from './support/bodies';
import { schemaErrors } from './support/check-schema';
import { documentProblems } from './support/document-rules';
import { type RunningApi, startApi } from './support/running-api';

type Method = 'get' | 'post' | 'patch' | 'delete';
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface Content {
  schema?: Record<string, unknown>;
  example?: unknown;
}

const COMMITTED = join(__dirname, '..', '..', '..', 'openapi.json');
const BODY_STATUSES = ['400', '408', '413', '415', '422'];

/** Part 4 of the specification, as far as it is served, with the success status of each operation. */
const SPECIFIED: Readonly<Record<string, Partial<Record<Method, string>>>> = {
  '/health': { get: '200' },
  '/ready': { get: '200' },
  '/api/v1/market-data/candlesticks': { get: '200', post: '201' },
  '/api/v1/market-data/candlesticks/query': { post: '200' },
  '/api/v1/market-data/candlesticks/{c_id}': { get: '200' },
  '/api/v1/backtesting': { get: '200', post: '202' },
  '/api/v1/backtesting/{b_id}': { get: '200', patch: '200', delete: '204' },
  '/api/v1/backtesting/fee-presets': { get: '200' },
  '/api/v1/trade-journal': { get: '200', post: '201' },
  '/api/v1/trade-journal/{j_id}': { get: '200', patch: '200', delete: '204' },
  '/api/v1/strategy-ideas': { get: '200', post: '201' },
  '/api/v1/strategy-ideas/{idea_id}': { get: '200', patch: '200', delete: '204' },
  '/api/v1/features': { get: '200' },
  '/api/v1/features/precompute': { post: '202' },
  '/api/v1/data/funding-rate/{symbol}': { get: '200' },
  '/api/v1/data/funding-rate/{symbol}/latest': { get: '200' },
};

describe('the OpenAPI document', () => {
  let api: RunningApi;
  let document: OpenAPIObject;
  /** The same, as one object: its schemas are compiled once. */
  let contract: Readonly<Record<string, unknown>>;
  let operations: { path: string; method: string; operation: Operation }[];
  beforeAll(async () => {
    api = await startApi();
    document = (await api.anonymous().get('/openapi.json')).body as OpenAPIObject;
    contract = { ...document };
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
        path,
        method,
        operation,
      })),
    );
  });
  afterAll(() => api.stop());

  it('is the committed one (after a change: npm run build && npm run openapi)', () => {
    expect(document).toEqual(JSON.parse(readFileSync(COMMITTED, 'utf8')));
  });

  it('has the version of the specification and its bearer tokens', () => {
    expect(document.openapi).toMatch(/^3\.0\./);
    expect(document.info).toMatchObject({ title: 'Candelabra', version: '0.1.0' });
    expect(document.components?.securitySchemes?.bearerAuth).toEqual({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
    });
  });

  it('has every operation of the specification with its status', () => {
    for (const [path, methods] of Object.entries(SPECIFIED)) {
      for (const [method, status] of Object.entries(methods)) {
        const operation = (document.paths as Partial<OpenAPIObject['paths']>)[path]?.[method as Method];
        expect([path, method, Object.keys(operation?.responses ?? {})]).toEqual([
          path,
          method,
          expect.arrayContaining([status]),
        ]);
      }
    }
  });

  it('describes each operation, its success with a schema, and every status it can answer', () => {
    const missing: string[] = [];
    for (const { path, method, operation } of operations) {
      const name = `${method} ${path}`;
      const need = (condition: unknown, what: string) => condition || missing.push(`${name}: ${what}`);
      need(operation.summary, 'summary');
      need((operation.description?.length ?? 0) > 8, 'description');
      need(operation.tags?.length === 1, 'one tag');
      const open = path === '/health' || path === '/ready';
      const statuses = Object.keys(operation.responses);
      const expected = [
        '431',
        ...(open ? [] : ['401', '429']),
        ...(path === '/health' ? [] : ['503']),
        ...(path.includes('_id}') ? ['404'] : []),
        ...(operation.requestBody ? BODY_STATUSES : []),
        ...(operation.parameters?.some((parameter) => 'in' in parameter && parameter.in !== 'header')
          ? ['422']
          : []),
      ];
      for (const status of expected) need(statuses.includes(status), status);
      need(JSON.stringify(operation.security ?? []) === (open ? '[]' : '[{"bearerAuth":[]}]'), 'security');
      for (const [status, response] of Object.entries(operation.responses)) {
        const { description, content } = response as {
          description: string;
          content?: Record<string, Content>;
        };
        need(description, `description of ${status}`);
        if (!['204', '304'].includes(status))
          need(Object.values(content ?? {})[0]?.schema, `schema of ${status}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('is a contract: typed to the last field, with units, names and verbs', () => {
    expect(documentProblems(contract as unknown as Parameters<typeof documentProblems>[0])).toEqual([]);
  });

  it('has its tags, described, in the order in which a person needs them', () => {
    // First data, then what is computed of it, then records of one's own; what operators need comes last.
    expect(document.tags!.map(({ name }) => name)).toEqual([
      ...['Market data', 'Backtesting', 'Analysis', 'Features', 'Funding rates', 'Equities', 'Streams'],
      ...['Trade journal', 'Strategy ideas', 'Probes'],
    ]);
    expect(document.tags!.filter(({ description = '' }) => description.length < 20)).toEqual([]);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? []));
    expect(document.tags!.filter(({ name }) => !used.has(name))).toEqual([]);
  });

  it('types JSON and CSV of one route apart', () => {
    const inBoth = operations.flatMap(({ path, method, operation }) => {
      const { content = {} } = (operation.responses['200'] ?? {}) as {
        content?: Partial<Record<string, Content>>;
      };
      const [json, csv] = [content['application/json'], content['text/csv']];
      return json && csv ? [{ route: `${method} ${path}`, json: json.schema, csv: csv.schema }] : [];
    });
    const [backtest, features] = ['get /api/v1/backtesting/{b_id}', 'get /api/v1/features'];
    expect(inBoth.map(({ route }) => route).sort()).toEqual(
      [`${backtest}/equity`, `${backtest}/trades`, `${features}/history`].sort(),
    );
    for (const { route, json, csv } of inBoth) {
      expect([route, csv]).toEqual([route, expect.objectContaining({ type: 'string' })]);
      expect([route, schemaErrors(contract, json, 'time,equity')]).not.toEqual([route, []]);
    }
  });

  it('has examples of 422 that each operation answers', async () => {
    const closed = operations.filter(({ operation }) => operation.security!.length > 0);
    for (const { path, method, operation } of closed) {
      const { content } = operation.responses['422'] as { content: Record<string, Content> };
      const url = `${path.replace(/\{\w+\}/g, '1')}?unknown=1`;
      const { status, body } = await api[method as Method](url);
      const { detail, code, errors } = body as Record<string, unknown>;
      expect([method, path, status, { detail, code, errors }]).toEqual([
        ...[method, path, 422],
        content['application/json'].example,
      ]);
    }
  });

  it('says that a verification may go on, or be of no use', () => {
    const { post } = document.paths['/api/v1/backtesting/{b_id}/verify'];
    expect(Object.keys(post!.responses)).toEqual(expect.arrayContaining(['200', '202', '409']));
  });

  it('says which bodies may be left out, and that strict ones have no further fields', async () => {
    const candles = '/api/v1/market-data/candlesticks';
    const bodyOf = (path: string) => document.paths[path].post!.requestBody as { required?: boolean };
    expect([candles, `${candles}/query`].map((path) => bodyOf(path).required)).toEqual([true, false]);
    expect((await api.post(`${candles}/query`)).status).toBe(200);
    expect((await api.post(candles)).status).toBe(422);

    const isClosed = (name: string) =>
      (document.components!.schemas![name] as { additionalProperties?: boolean }).additionalProperties ===
      false;
    const strict = ['CreateCandlestickDto', 'SubmitBacktestDto', 'StoreHeadlinesDto', 'NewHeadline'];
    expect(strict.filter((name) => !isClosed(name))).toEqual([]);
    // Those whose fields the specification does not list.
    expect(['UpdateStrategyIdeaDto', 'SubmitWalkForwardDto'].filter(isClosed)).toEqual([]);
  });

  it('has null where a body takes it, and in no query', async () => {
    const fieldsOf = (name: string) =>
      (document.components!.schemas![name] as { properties: Record<string, object> }).properties;
    expect(fieldsOf('QueryCandlesticksDto').interval).toMatchObject({
      nullable: true,
      allOf: [{ $ref: '#/components/schemas/Interval' }],
    });
    const queried = await api.post('/api/v1/market-data/candlesticks/query', { interval: null });
    expect(queried.status).toBe(200);
    expect(fieldsOf('UpdateStrategyIdeaDto').name).not.toHaveProperty('nullable');
    const inQueries = operations.flatMap(({ operation }) => operation.parameters ?? []);
    expect(JSON.stringify(inQueries)).not.toMatch(/null/);
  });

  it('describes parameters as a submission takes them, whose run says what is wrong with them', async () => {
    const parameters = { fast: [[null, { of: [[1]] }]] };
    expect((await api.post('/api/v1/backtesting', backtestBody({ parameters }))).status).toBe(202);
    const described = { $ref: '#/components/schemas/StrategyParameters' };
    expect(schemaErrors(contract, described, parameters)).toEqual([]);
  });

  it('has a pattern for prices that zero does not fit', () => {
    const { pattern } = (
      document.components!.schemas!.CreateCandlestickDto as { properties: { open: { pattern: string } } }
    ).properties.open;
    const fits = (text: string) => new RegExp(pattern).test(text);
    expect(['0', '0.0', '0.000000000000000000', '00.1', '1e3', '-1', '01'].filter(fits)).toEqual([]);
    const positive = ['1', '0.1', '0.000000000000000001', '10.00', '99999999999999999999.999999999999999999'];
    expect(positive.filter(fits)).toEqual(positive);
  });

  it('names the 404 of a series without candles', () => {
    for (const [path, method] of [
      ['/api/v1/market-data/gaps', 'get'],
      ['/api/v1/market-data/gaps/repair', 'post'],
    ] as const) {
      expect(document.paths[path][method]!.responses).toHaveProperty('404');
    }
  });

  it('hangs together: references lead somewhere, ids are unique, paths declare their parameters', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    const known = Object.keys(document.components?.schemas ?? {});
    expect(references.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !references.includes(name))).toEqual([]);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operation.parameters ?? []) as {
        name: string;
        in: string;
        required: boolean;
        schema: object;
      }[];
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      for (const parameter of declared)
        expect(parameter).toMatchObject({
          required: true,
          schema: { type: parameter.name === 'symbol' ? 'string' : 'integer' },
        });
    }
  });

  it('has an example for each field, and examples that its own schemas allow', () => {
    const problems: string[] = [];
    const check = (where: string, schema: unknown, example: unknown) =>
      problems.push(...schemaErrors(contract, schema, example).map((error) => `${where}: ${error}`));
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const { properties = {} } = schema as { properties?: Record<string, object> };
      if (name === 'Error') continue;
      for (const [field, property] of Object.entries(properties)) {
        const { example, default: fallback } = property as { example?: unknown; default?: unknown };
        // What it refers to has examples of its own.
        if (example === undefined && JSON.stringify(property).includes('"$ref"')) continue;
        if (example === undefined && fallback === undefined) problems.push(`${name}.${field} has no example`);
        else check(`${name}.${field}`, property, example === undefined ? fallback : example);
      }
    }
    for (const { path, method, operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const { schema, example = schema?.example } of Object.values(
          (response as { content?: Record<string, Content> }).content ?? {},
        )) {
          if (example !== undefined) check(`${method} ${path} ${status}`, schema, example);
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it('would not pass for an answer with a field too many, of another type, or missing', () => {
    const errors = (body: object) =>
      schemaErrors(contract, { $ref: '#/components/schemas/StrategyIdeaRead' }, body).join();
    const idea = {
      id: 1,
      name: 'n',
      description: 'd',
      asset_class: 'crypto',
      status: 'draft',
      created_at: '',
    };
    expect(errors(idea)).toBe('');
    expect(errors({ ...idea, owner: 'x' })).toContain('owner');
    expect(errors({ ...idea, id: '1' })).toContain('/id must be integer');
    expect(errors({ ...idea, name: null })).toContain('/name must be string');
    expect(errors({ ...idea, status: undefined })).toContain('status');
  });

  it('says what the service answers', async () => {
    const problems: string[] = [];
    async function judge(method: Method, path: string, template: string, body?: object): Promise<Response> {
      const answer = await (method === 'post' || method === 'patch'
        ? api[method](path, body)
        : api[method](path));
      const response = document.paths[template][method]?.responses[answer.status] as
        { content?: Record<string, Content> } | undefined;
      const schema = response?.content?.['application/json']?.schema;
      const errors = response
        ? schema
          ? schemaErrors(contract, schema, answer.body)
          : []
        : ['is not documented'];
      problems.push(...errors.map((error) => `${method} ${path} ${answer.status}: ${error}`));
      return answer;
    }
    const candles = '/api/v1/market-data/candlesticks';
    const { body: candle } = await judge('post', candles, candles, candleBody());
    await judge('get', candles, candles);
    await judge('get', `${candles}/${candle.id}`, `${candles}/{c_id}`);
    await judge('get', `${candles}/1`, `${candles}/{c_id}`);
    await judge('post', `${candles}/query`, `${candles}/query`, {});
    await judge('post', `${candles}/query`, `${candles}/query`, { limit: 0 });
    const records = [
      ['/api/v1/backtesting', 'b_id', backtestBody()],
      ['/api/v1/trade-journal', 'j_id', { symbol: 'X', side: 'buy', entry_price: '1' }],
      ['/api/v1/strategy-ideas', 'idea_id', { name: 'n', description: 'd' }],
    ] as const;
    for (const [path, id, body] of records) {
      const { body: record } = await judge('post', path, path, body);
      await judge('get', path, path);
      await judge('get', `${path}/${record.id}`, `${path}/{${id}}`);
      await judge('patch', `${path}/${record.id}`, `${path}/{${id}}`, {});
      await judge('post', path, path, {});
      if (path.endsWith('backtesting')) {
        await judge('get', `${path}/${record.id}/report`, `${path}/{b_id}/report`);
        await judge('get', `${path}/${record.id}/trades`, `${path}/{b_id}/trades`);
      }
      await judge('delete', `${path}/${record.id}`, `${path}/{${id}}`);
      await judge('delete', `${path}/${record.id}`, `${path}/{${id}}`);
    }
    for (const fixed of [
      '/health',
      '/ready',
      '/api/v1/backtesting/fee-presets',
      '/api/v1/backtesting/strategies',
    ]) {
      expect((await judge('get', fixed, fixed)).status).toBe(200);
    }
    const features = '/api/v1/features';
    await judge('get', `${features}?symbol=X`, features);
    await judge('get', features, features);
    await judge('get', `${features}/definitions`, `${features}/definitions`);
    const { body: job } = await judge('post', `${features}/precompute`, `${features}/precompute`, {});
    await judge('get', `${features}/precompute/${job.job_id}`, `${features}/precompute/{id}`);
    const funding = '/api/v1/data/funding-rate';
    await api.database.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
       values ('binance', 'X', '2024-01-01T00:00:00Z', -0.0001)`,
    );
    for (const symbol of ['X', 'Y', '%00']) {
      await judge('get', `${funding}/${symbol}`, `${funding}/{symbol}`);
      await judge('get', `${funding}/${symbol}/latest`, `${funding}/{symbol}/latest`);
    }
    expect(problems).toEqual([]);
  });

  it('is shown by Swagger UI without a token', async () => {
    const page = await api.anonymous().get('/docs');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Candelabra</title>');
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-init.js']) {
      expect((await api.anonymous().get(`/docs/${file}`)).status).toBe(200);
    }
  });

  it('lets Swagger UI run scripts of its own origin alone, in no frame, and keep no token', async () => {
    for (const path of ['/docs', '/docs/', '/docs/swagger-ui-init.js']) {
      const { headers } = await api.anonymous().get(path);
      const policy = headers['content-security-policy'].split('; ');
      expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "frame-ancestors 'none'"]));
      expect(headers['x-frame-options']).toBe('DENY');
    }
    const { text } = await api.anonymous().get('/docs');
    for (const [, attributes, content] of text.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect([attributes, content.trim()]).toEqual([expect.stringMatching(/ src="/), '']);
    }
    expect(text).not.toMatch(/ on\w+=/);
    expect((await api.anonymous().get('/docs/swagger-ui-init.js')).text).not.toContain(
      'persistAuthorization',
    );
  });
});
