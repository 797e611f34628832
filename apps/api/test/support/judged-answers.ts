import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { backtestBody, candleBody } from './bodies';
import { schemaErrors } from './check-schema';
import type { Content, Method } from './document-operations';
import type { RunningApi } from './running-api';

/** What the answers of the service have that its document does not. */
export async function answerProblems(
  api: RunningApi,
  document: OpenAPIObject,
  contract: Readonly<Record<string, unknown>>,
): Promise<string[]> {
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
    if (path.endsWith('strategy-ideas')) {
      await judge('get', `${path}/${record.id}/details`, `${path}/{idea_id}/details`);
      await judge('get', `${path}/${record.id}/evidence`, `${path}/{idea_id}/evidence`);
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
  return problems;
}
