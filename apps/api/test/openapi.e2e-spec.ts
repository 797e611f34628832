import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { backtestBody } from './support/bodies';
import { schemaErrors } from './support/check-schema';
import { documentProblems } from './support/document-rules';
import {
  type Content,
  formOf,
  type Method,
  operationsOf,
  type PlacedOperation,
  SPECIFIED,
} from './support/document-operations';
import { answerProblems } from './support/judged-answers';
import { exampleProblems, undescribed } from './support/operation-rules';
import { type RunningApi, startApi } from './support/running-api';

const COMMITTED = join(__dirname, '..', '..', '..', 'openapi.json');

describe('the OpenAPI document', () => {
  let api: RunningApi;
  let document: OpenAPIObject;
  /** The same, as one object: its schemas are compiled once. */
  let contract: Readonly<Record<string, unknown>>;
  let operations: PlacedOperation[];
  beforeAll(async () => {
    api = await startApi();
    document = (await api.anonymous().get('/openapi.json')).body as OpenAPIObject;
    contract = { ...document };
    operations = operationsOf(document);
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
    expect(undescribed(operations)).toEqual([]);
  });

  it('is a contract: typed to the last field, with units, names and verbs', () => {
    expect(documentProblems(contract as unknown as Parameters<typeof documentProblems>[0])).toEqual([]);
  });

  it('has its tags, described, in the order in which a person needs them', () => {
    // First data, then what is computed of it, then records of one's own; what operators need comes last.
    expect(document.tags!.map(({ name }) => name)).toEqual([
      ...['Market data', 'Backtesting', 'Universes', 'Datasets'],
      ...['Analysis', 'Features', 'Funding rates', 'Equities', 'Streams'],
      ...['Trade journal', 'Strategy ideas', 'Dead letters', 'Probes'],
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
    const ofResults = ['portfolio/{p_id}', 'walk-forward/{w_id}', '{b_id}'].flatMap((run) => [
      ...[`${run}/equity`, `${run}/trades`],
      ...(run.startsWith('portfolio') ? [`${run}/weights`] : []),
    ]);
    const ofRuns = [...ofResults.slice(0, 3), 'runs', ...ofResults.slice(3)].map(
      (path) => `backtesting/${path}`,
    );
    const routes = [...ofRuns, 'datasets/{name}/rows', 'features/history', 'trade-journal'].map(
      (path) => `get /api/v1/${path}`,
    );
    expect(inBoth.map(({ route }) => route).sort()).toEqual(routes);
    for (const { route, json, csv } of inBoth) {
      expect([route, csv]).toEqual([route, expect.objectContaining({ type: 'string' })]);
      expect([route, schemaErrors(contract, json, 'time,equity')]).not.toEqual([route, []]);
    }
  });

  it('has examples of 422 that each operation answers', async () => {
    // A scraper of /metrics may add parameters.
    const closed = operations.filter(({ operation }) => operation.security!.length > 0);
    for (const { path, method, operation } of closed.filter(({ path }) => path !== '/metrics')) {
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

    const schemas = document.components!.schemas as Record<string, { additionalProperties?: boolean }>;
    const isClosed = (name: string) => schemas[name].additionalProperties === false;
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
        expect(parameter).toMatchObject({ required: true, schema: formOf(parameter.name) });
    }
  });

  it('has an example for each field, and examples that its own schemas allow', () => {
    expect(exampleProblems(document, contract, operations)).toEqual([]);
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
    expect(await answerProblems(api, document, contract)).toEqual([]);
  });
});
