// The control for row 3: a process that computes the chunks of a search which its parent names over IPC, one at a time,
// with nothing round them. SEARCH_ID names a search that the product has planned, on DATABASE_URL's server; its candles
// and its plan are made once, so that what is measured is arithmetic alone.
import { CandleColumnsLoader } from '../../dist/libs/domain/src/market-data/reading/candle-columns.loader.js';
import { readExecution } from '../../dist/libs/engine/src/backtest/read-execution.js';
import { IndicatorMemo } from '../../dist/libs/engine/src/indicators/indicator-memo.js';
import { intervalSeconds } from '../../dist/libs/engine/src/market/interval.js';
import { runCombinations } from '../../dist/libs/engine/src/validation/run-combinations.js';
import {
  planSeriesSearch,
  resolveCandidates,
} from '../../dist/apps/worker/src/parameter-search/series-search.js';
import pg from 'pg';
import { createWorkerContext } from '../frame/worker-context.mjs';

const { chunks, ...search } = await readSearch();
const candles = await loadCandles(search.series);
const plan = makePlan();
const indicators = new IndicatorMemo();

process.on('message', (position) => {
  const { scores } = runCombinations(plan, chunks[position], indicators);
  process.send({ position, scores });
});
process.once('disconnect', () => process.exit());
process.send({ chunks: chunks.length });

async function readSearch() {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(
    `select search.strategy_name as name, search.settings, to_json(series) as series,
            (select json_agg(work order by position) from parameter_search_chunks where search_id = search.id) as chunks
     from parameter_searches search join series using (exchange, symbol, interval) where search.id = $1`,
    [process.env.SEARCH_ID],
  );
  await client.end();
  return rows[0];
}

async function loadCandles({ id, first_open_time, last_open_time }) {
  const worker = await createWorkerContext(process.env.DATABASE_URL);
  const span = { seriesId: id, from: new Date(first_open_time), to: new Date(last_open_time) };
  const columns = await worker
    .get(CandleColumnsLoader, { strict: false })
    .load(span, new AbortController().signal);
  await worker.close();
  return columns;
}

/** The search's range is the whole series. */
function makePlan() {
  const { name, settings, series } = search;
  const { execution } = readExecution(settings.execution, { exchange: series.exchange, presets: {} });
  const { candidates } = resolveCandidates(name, settings);
  const input = {
    candles,
    tradeFrom: 0,
    intervalSeconds: intervalSeconds(series.interval),
    calendar: series.calendar,
    execution,
    funding: null,
  };
  return planSeriesSearch({ settings, candidates, input });
}
