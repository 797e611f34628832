import createClient from 'openapi-fetch';
import type { components, paths } from './.generated/client.js';

const { API_URL = '', API_TOKEN = '' } = process.env;
const client = createClient<paths, 'application/json'>({
  baseUrl: API_URL,
  headers: { authorization: `Bearer ${API_TOKEN}` },
});

/** The body of a success; an answer of another status ends the program. */
async function bodyOf<Body>(
  operation: string,
  answer: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<NonNullable<Body>> {
  const { data, error, response } = await answer;
  if (data === undefined || data === null)
    throw new Error(`${operation} answered ${response.status}: ${JSON.stringify(error)}`);
  console.log(`  ${operation}`);
  return data;
}

const execution: components['schemas']['ExecutionSettings'] = {
  initial_capital: '10000',
  fees: { maker: '0.001', taker: '0.001' },
  slippage_bps: 5,
  fill: 'next_open',
  sizing: { mode: 'percent_equity', value: 0.5 },
  stop_loss: { fraction: 0.1 },
};
const run: components['schemas']['SubmitBacktestDto'] = {
  strategy_name: 'sma_cross',
  symbol: 'CLIENTS',
  exchange: 'sim',
  interval: '1d',
  execution,
  start_date: '2024-01-01',
  end_date: '2024-06-30',
  parameters: { fast: 3, slow: 8 },
};

await bodyOf('checkReadiness', client.GET('/ready'));
const { strategies } = await bodyOf('listStrategies', client.GET('/api/v1/backtesting/strategies'));
const smaCross = strategies.find(({ name }) => name === 'sma_cross');
if (smaCross?.parameters.fast.type !== 'integer') throw new Error('sma_cross has no integer fast');
const presets = await bodyOf('listFeePresets', client.GET('/api/v1/backtesting/fee-presets'));
if (presets.binance.markets.spot?.maker === undefined) throw new Error('binance has no spot fees');
const candle = {
  exchange: 'sim',
  symbol: 'CLIENTS',
  interval: '1d' as const,
  open_time: '2023-12-31T00:00:00Z',
};
await bodyOf(
  'createCandlestick',
  client.POST('/api/v1/market-data/candlesticks', {
    body: { ...candle, open: '100.50', high: '101', low: '100', close: '100.5', volume: '10' },
  }),
);
const page = await bodyOf(
  'listCandlesticks',
  client.GET('/api/v1/market-data/candlesticks', {
    params: { query: { symbol: 'CLIENTS', interval: '1d' } },
  }),
);
if (page.total !== 183) throw new Error(`${page.total} candles`);
const { id } = await bodyOf('submitBacktest', client.POST('/api/v1/backtesting', { body: run }));
const params = { path: { b_id: id } };
let status: components['schemas']['JobState'] = 'pending';
while (status === 'pending' || status === 'running') {
  ({ status } = await bodyOf('readBacktest', client.GET('/api/v1/backtesting/{b_id}', { params })));
}
const report = await bodyOf(
  'readBacktestReport',
  client.GET('/api/v1/backtesting/{b_id}/report', { params }),
);
if (status !== 'completed' || report.metrics === null)
  throw new Error(`the run is ${status}: ${report.detail}`);
const { final_equity: finalEquity, total_return: totalReturn, trades } = report.metrics;
const stop = report.resolved?.execution.stop_loss;
if (stop?.unit !== 'fraction' || stop.value !== 0.1)
  throw new Error('the stop-loss of the request is not resolved');
const made = await bodyOf(
  'listBacktestTrades',
  client.GET('/api/v1/backtesting/{b_id}/trades', { params: { ...params, query: { size: 1000 } } }),
);
if (made.total !== trades) throw new Error(`${made.total} trades instead of ${trades}`);
const curve = await bodyOf(
  'readBacktestEquity',
  client.GET('/api/v1/backtesting/{b_id}/equity', { params: { ...params, query: { points: 10 } } }),
);
if (curve.points.at(-1)?.equity !== finalEquity)
  throw new Error('the curve does not end at the final equity');
console.log(`TypeScript: final equity ${finalEquity}, total return ${totalReturn}, ${trades} trades`);
