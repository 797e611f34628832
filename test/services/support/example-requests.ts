import { SAMPLE_END, SAMPLE_HEADLINES } from '../../../apps/local/src/sample-headlines';
import type { EquityFiles } from '../../../apps/worker/test/support/equity-files';
import type { JobStage } from '../../../apps/worker/test/support/job-stage';
import { readSample } from '../../../apps/worker/test/support/sample-candles';
import { ExampleAnswers } from './example-answers';
import { requestBacktests } from './request-backtests';
import { requestPortfolios } from './request-portfolios';
import { requestDatasets } from './request-datasets';
import { requestDeadLetters } from './request-dead-letters';

const CANDLES = '/api/v1/market-data/candlesticks';
const CHART = '/api/v1/market-data/chart';
const GAPS = '/api/v1/market-data/gaps';
const QUARANTINE = '/api/v1/market-data/quarantine';
const SERIES = '/api/v1/market-data/series';
const BACKTESTS = '/api/v1/backtesting';
const ANALYSIS = '/api/v1/analysis';
const FEATURES = '/api/v1/features';
const FUNDING = '/api/v1/data/funding-rate';
const IDEAS = '/api/v1/strategy-ideas';
const EQUITIES = '/api/v1/equities';
const JOURNAL = '/api/v1/trade-journal';

const SAMPLE = { exchange: 'us', symbol: 'SPX', interval: '1d' };
const OF_SAMPLE = new URLSearchParams(SAMPLE).toString();

/** Sends each operation a request that it grants, and answers what came, by method, path and status. */
export async function requestAll(
  stage: JobStage,
  url: string,
  files: EquityFiles,
): Promise<ReadonlyMap<string, unknown>> {
  const answers = new ExampleAnswers(url, stage.api.authorization);
  await answers.get('/health');
  await answers.get('/ready');
  await Promise.all([
    // One after the other: a subject has two uploads at a time.
    requestMarketData(answers).then(() => requestDatasets(answers)),
    // One after the other: the lists of sweeps and runs have no searches of a portfolio, the list of walk-forward runs has them first.
    requestBacktests(answers).then(() => requestPortfolios(answers)),
    requestAnalysis(answers),
    requestFeatures(answers),
    requestFunding(answers, stage),
    requestEquities(answers, files),
    // One after the other: a fill that is replayed is of a trade that the lists of the journal have, too.
    requestRecords(answers).then(() => requestDeadLetters(answers, stage)),
    requestStreams(answers),
  ]);
  await requestEvidence(answers);
  return answers.byOperation;
}

async function requestMarketData(answers: ExampleAnswers): Promise<void> {
  const acme = { exchange: 'us', symbol: 'ACME', interval: '1d' };
  // The last of them costs thirty times as much as the one before: an outlier.
  const candles = readSample()
    .slice(0, 61)
    .map(({ openTime, open, high, low, close, volume }, index) => ({
      ...acme,
      open_time: openTime.toISOString(),
      ...(index < 60
        ? { open, high, low, close }
        : { open: '42000', high: '43500', low: '41700', close: '42600' }),
      volume,
    }));
  await answers.post(`${CANDLES}/bulk`, candles.map((candle) => JSON.stringify(candle)).join('\n'), {
    'content-type': 'application/x-ndjson',
  });
  const [candle] = candles;
  await answers.post(CANDLES, { ...candle, symbol: 'BTC/USDT', exchange: 'binance' });
  const { items } = await answers.get<{ items: { id: number }[] }>(`${CANDLES}?${OF_SAMPLE}&size=2`);
  await answers.get(`${CANDLES}/${items[0].id}`, `${CANDLES}/{c_id}`);
  await answers.post(`${CANDLES}/query`, { ...SAMPLE, limit: 2 });
  await answers.get(
    `${CHART}?${OF_SAMPLE}&start=2008-09-02T00:00:00Z&end=2008-09-03T00:00:00Z&indicators=sma:20,rsi`,
  );
  const minutes = { exchange: 'sim', symbol: 'SIM-A/USDT', interval: '1m' };
  const [first, last] = ['2024-03-01T00:00:00Z', '2024-03-01T00:05:00Z'];
  for (const open_time of [first, last]) {
    await answers.post(CANDLES, {
      ...minutes,
      open_time,
      volume: '1',
      open: '100',
      high: '101',
      low: '99',
      close: '100.5',
    });
  }
  const range = { ...minutes, start: first, end: last };
  await answers.get(`${GAPS}?${new URLSearchParams(range).toString()}`);
  const { job_id } = await answers.post<{ job_id: number }>(`${GAPS}/repair`, range);
  await answers.untilFinished(`${GAPS}/repair/${job_id}`, `${GAPS}/repair/{id}`);
  const kept = await answers.get<{ items: { id: number }[] }>(`${QUARANTINE}?symbol=ACME`);
  await answers.post(
    `${QUARANTINE}/${kept.items[0].id}/release`,
    undefined,
    {},
    `${QUARANTINE}/{id}/release`,
  );
  await answers.patch(SERIES, { exchange: 'us', symbol: 'ACME', calendar: '24x5' });
  await answers.until<{ items: { counted_at: string | null }[] }>(`${SERIES}?${OF_SAMPLE}`, SERIES, (page) =>
    page.items.every(({ counted_at }) => counted_at !== null),
  );
}

async function requestAnalysis(answers: ExampleAnswers): Promise<void> {
  await answers.post(`${ANALYSIS}/headlines`, { headlines: SAMPLE_HEADLINES });
  await answers.get(`${ANALYSIS}/headlines?size=2`);
  await answers.post(`${ANALYSIS}/headlines/fetch`);
  await answers.get(`${ANALYSIS}/sentiment?symbol=SPX&as_of=${SAMPLE_END}`);
  await answers.get(`${ANALYSIS}/sentiment/details?symbol=SPX&as_of=${SAMPLE_END}`);
  await answers.post(`${ANALYSIS}/regime`, { ...SAMPLE, lookback_days: 1_000 });
  await answers.get(`${ANALYSIS}/regime?${OF_SAMPLE}`);
  await answers.get(`${ANALYSIS}/regime/details?${OF_SAMPLE}`);
}

async function requestFeatures(answers: ExampleAnswers): Promise<void> {
  const { job_id } = await answers.post<{ job_id: number }>(`${FEATURES}/precompute`, SAMPLE);
  await answers.untilFinished(`${FEATURES}/precompute/${job_id}`, `${FEATURES}/precompute/{id}`);
  await answers.get(`${FEATURES}?${OF_SAMPLE}`);
  await answers.get(`${FEATURES}/definitions`);
  await answers.get(`${FEATURES}/history?${OF_SAMPLE}&features=rsi_14,returns_20&limit=2`);
}

async function requestFunding(answers: ExampleAnswers, stage: JobStage): Promise<void> {
  await stage.query(
    `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
     values ('binance', 'BTC-PERP', '2024-01-01T00:00:00Z', 0.0001)`,
  );
  await answers.get(`${FUNDING}/BTC-PERP`, `${FUNDING}/{symbol}`);
  await answers.get(`${FUNDING}/BTC-PERP/latest`, `${FUNDING}/{symbol}/latest`);
}

async function requestEquities(answers: ExampleAnswers, files: EquityFiles): Promise<void> {
  const candles = readSample().slice(0, 100);
  files.writeCandles('SPLIT', candles);
  const dayOf = (index: number) => candles[index].openTime.toISOString().slice(0, 10);
  files.writeDividends('SPLIT', [[dayOf(50), '0.22']]);
  files.writeSplits('SPLIT', [[dayOf(60), 2]]);
  const range = { start_date: dayOf(0), end_date: dayOf(99) };
  const { job_id } = await answers.post<{ job_id: number }>(`${EQUITIES}/ingest`, {
    symbols: ['SPLIT'],
    ...range,
  });
  await answers.untilFinished(`${EQUITIES}/ingest/${job_id}`, `${EQUITIES}/ingest/{id}`);
  await answers.get(`${EQUITIES}/status`);
  await answers.get(`${EQUITIES}/symbols/SPLIT/actions`, `${EQUITIES}/symbols/{symbol}/actions`);
}

async function requestRecords(answers: ExampleAnswers): Promise<void> {
  await requestTrades(answers);
  for (const [path, id, body] of [
    [JOURNAL, 'j_id', { symbol: 'BTC/USDT', side: 'buy', entry_price: '42000.50', notes: 'Breakout' }],
    [IDEAS, 'idea_id', { name: 'Weekend gap fade', description: 'Fade the opening gap' }],
  ] as const) {
    const record = await answers.post<{ id: number }>(path, body);
    await answers.get(path);
    await answers.get(`${path}/${record.id}`, `${path}/{${id}}`);
    await answers.patch(`${path}/${record.id}`, {}, `${path}/{${id}}`);
  }
}

async function requestTrades(answers: ExampleAnswers): Promise<void> {
  const of = { account: 'main', exchange: 'kraken', symbol: 'ETH/USDT' };
  const fill = { ...of, fee: '2.10', fee_currency: 'USDT' };
  await answers.post(`${JOURNAL}/fills`, [
    { ...fill, fill_id: 'a-1', side: 'buy', price: '3000', quantity: '1', time: '2024-05-01T09:30:00Z' },
    { ...fill, fill_id: 'a-2', side: 'sell', price: '3100', quantity: '0.4', time: '2024-05-02T15:00:00Z' },
    { ...fill, fill_id: 'a-3', side: 'sell', price: '3120', quantity: '0.6', time: '2024-05-02T16:00:00Z' },
    { ...fill, fill_id: 'a-4', side: 'buy', price: '3050', quantity: '0.5', time: '2024-05-03T08:00:00Z' },
  ]);
  const held = { quantity: '0.5', average_price: '3050', time: '2024-05-03T08:05:00Z' };
  await answers.post(`${JOURNAL}/positions`, [{ ...of, ...held }]);
  const { items } = await answers.get<{ items: { id: number }[] }>(`${JOURNAL}?status=closed`);
  const [details, template] = [`${JOURNAL}/${items[0].id}/details`, `${JOURNAL}/{j_id}/details`];
  await answers.patch(details, { stop: '2900', target: '3200', tags: ['breakout'] }, template);
  await answers.get(details, template);
  await answers.get(`${JOURNAL}/stats?group_by=symbol`);
  await answers.get(`${JOURNAL}/details`);
  await answers.get(`${JOURNAL}/positions`);
}

/** Links the walk-forward run that was requested before to the idea. */
async function requestEvidence(answers: ExampleAnswers): Promise<void> {
  const newestOf = async (path: string) => (await answers.get<{ items: { id: number }[] }>(path)).items[0].id;
  const [path, template] = [`${IDEAS}/${await newestOf(IDEAS)}`, `${IDEAS}/{idea_id}`];
  const link = {
    kind: 'walk-forward',
    run_id: await newestOf(`${BACKTESTS}/walk-forward`),
    note: 'Few windows',
  };
  const { id } = await answers.post<{ id: number }>(`${path}/evidence`, link, {}, `${template}/evidence`);
  await answers.get(`${path}/evidence`, `${template}/evidence`);
  await answers.get(`${path}/evidence/${id}`, `${template}/evidence/{evidence_id}`);
  await answers.get(`${path}/details`, `${template}/details`);
}

async function requestStreams(answers: ExampleAnswers): Promise<void> {
  const stream = await answers.openStream(`/api/v1/streams/ohlcv?${OF_SAMPLE}`);
  try {
    await answers.get('/api/v1/streams/active');
  } finally {
    stream.abort();
  }
}
