import { readSample } from '../../../apps/worker/test/support/sample-candles';
import type { ExampleAnswers } from './example-answers';

const PORTFOLIOS = '/api/v1/backtesting/portfolio';
const UNIVERSE = '/api/v1/universes/pair';
const BARS = 500;

/** A portfolio of the universe. */
const PAIR = {
  universe: 'pair',
  interval: '1d',
  start_date: '2000-01-03',
  end_date: '2001-12-31',
  weights: { method: 'inverse_volatility', lookback: 20 },
};

/** Universes, portfolio runs and what is read of them: the sample, and its later prices on its first days. */
export async function requestPortfolios(answers: ExampleAnswers): Promise<void> {
  const sample = readSample();
  const later = sample.slice(2_000, 2_000 + BARS);
  const lines = later.map((candle, index) =>
    JSON.stringify({ ...candle, openTime: undefined, open_time: sample[index].openTime.toISOString() }),
  );
  await answers.post(
    '/api/v1/market-data/candlesticks/bulk?exchange=us&symbol=LATER&interval=1d',
    lines.join('\n'),
    { 'content-type': 'application/x-ndjson' },
  );
  const members = ['SPX', 'LATER'].map((symbol) => ({ exchange: 'us', symbol, from: '2000-01-03' }));
  const [path, template] = [UNIVERSE, '/api/v1/universes/{name}'];
  await answers.put(path, { members }, template);
  await answers.put(path, { members }, template);
  await answers.get(path, template);
  await answers.get('/api/v1/universes');
  await requestRun(answers, PAIR);
  for (const search of ['sweep', 'walk-forward']) await requestSearch(answers, `${PORTFOLIOS}/${search}`);
}

async function requestSearch(answers: ExampleAnswers, path: string): Promise<void> {
  const request = { ...PAIR, param_grid: { 'weights.lookback': [20, 40], 'weights.max_weight': [0.6, 1] } };
  await answers.post(path, request);
  await answers.post(path, request, { prefer: 'wait=30' });
}

async function requestRun(answers: ExampleAnswers, request: object): Promise<void> {
  const { id } = await answers.post<{ id: number }>(PORTFOLIOS, request);
  await answers.post(PORTFOLIOS, request, { prefer: 'wait=10' });
  const [path, template] = [`${PORTFOLIOS}/${id}`, `${PORTFOLIOS}/{p_id}`];
  await answers.untilFinished(path, template);
  const parts = ['report', 'distribution', 'weights?size=2', 'trades?size=2', 'rebalances?points=4'];
  for (const part of [...parts, 'equity?points=4&with=benchmark,cash']) {
    const [name] = part.split('?');
    await answers.get(`${path}/${part}`, `${template}/${name}`);
  }
  await answers.post(`${path}/verify`, undefined, {}, `${template}/verify`);
  await answers.get(`${path}/verify`, `${template}/verify`);
  await answers.get(PORTFOLIOS);
}
