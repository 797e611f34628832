import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadFeePresets } from '#domain/backtesting/fee-presets';
import { toSnakeCase } from '#domain/postgres/snake-case-naming';
import { readExecution } from '#engine/backtest/read-execution';
import { type BacktestResult, runBacktest } from '#engine/backtest/run-backtest';
import type { Trade } from '#engine/performance/trade';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { formatDateTime } from '#engine/market/parse-time';
import type { Metrics } from '#engine/performance/compute-metrics';
import { resolveStrategy } from '#engine/strategies/registry';
import { SMA_CROSS } from '../support/api-client';
import { ROOT } from '../support/built-files';
import type { JobStage } from '../support/job-stage';
import { readMetric } from '../support/metrics';
import { readSample, sampleColumns } from '../support/sample-candles';
import type { ServiceProcess } from '../support/service-process';
import { sharedStage } from '../support/shared-stage';

/** What backtesting.py found on the same candles without costs; the file names its command and versions. */
const PEER_RUN = JSON.parse(
  readFileSync(
    join(ROOT, 'libs', 'engine', 'src', 'backtest', 'fixtures', 'spx-sma-cross-long-fee-0.fixture.json'),
    'utf8',
  ),
) as { parameters: object; trades: { entry_bar: number; exit_bar: number }[] };

const columns = sampleColumns();

function runDirectly(parameters: object, settings: Record<string, unknown>): BacktestResult {
  const read = readExecution(settings, { exchange: 'us', presets: loadFeePresets(undefined) });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return runBacktest({
    candles: columns,
    tradeFrom: 0,
    intervalSeconds: 86_400,
    calendar: 'XNYS',
    ...resolveStrategy('sma_cross', parameters),
    execution: read.execution,
  });
}

/** Amounts are decimal text, ratios numbers. */
function inWireMetrics(metrics: Metrics): Record<string, unknown> {
  const record = Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [toSnakeCase(name), value as unknown]),
  );
  const { finalEquity, expectancy } = metrics;
  return {
    ...record,
    final_equity: toDecimalText(finalEquity),
    expectancy: expectancy === null ? null : toDecimalText(expectancy),
  };
}

function inWireForm(trade: Trade) {
  return {
    entry_time: formatDateTime(trade.entryTime),
    exit_time: formatDateTime(trade.exitTime),
    side: trade.side,
    quantity: toDecimalText(trade.quantity),
    entry_price: toDecimalText(trade.entryPrice),
    exit_price: toDecimalText(trade.exitPrice),
    fees: toDecimalText(trade.fees),
    funding: '0',
    pnl: toDecimalText(trade.pnl),
    return: trade.return,
    exit_reason: trade.exitReason,
  };
}

describe('a backtest, from its submission to its report', () => {
  let stage: JobStage;
  let worker: ServiceProcess;

  beforeAll(async () => {
    stage = await sharedStage();
    [worker] = await stage.runWorkers(1);
  });

  it('reports what the engine says of the same candles, to the last digit', async () => {
    const id = await stage.api.submit({ ...SMA_CROSS, parameters: { fast: 10, slow: 30 } });
    await stage.audit.untilStatus(id, 'completed');

    const expected = runDirectly({ fast: 10, slow: 30 }, {});
    const report = await stage.api.report(id);
    expect(report).toMatchObject({
      id,
      status: 'completed',
      detail: null,
      exchange: 'us',
      metrics: inWireMetrics(expected.metrics),
      benchmark: inWireMetrics(expected.benchmark),
      verdict: {
        level: 'inconclusive',
        reasons: expect.arrayContaining([
          expect.objectContaining({
            measure: 'total_return',
            value: expected.metrics.totalReturn,
            threshold: expected.benchmark.totalReturn,
          }),
        ]),
      },
      costs: { fees: toDecimalText(expected.costs.fees), slippage: toDecimalText(expected.costs.slippage) },
      bars: 5105,
      warmup_bars: expected.warmupBars,
      bankrupt: false,
      unpaid_loss: '0',
      resolved: { given: { fast: 10, slow: 30 }, parameters: { fast: 10, slow: 30 } },
    });
    expect(report.warnings).toEqual(expect.arrayContaining([...expected.warnings]));
    const hash = createHash('sha256');
    for (const field of ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const) {
      hash.update(
        new Uint8Array(columns[field].buffer, columns[field].byteOffset, columns[field].byteLength),
      );
    }
    expect(report.fingerprint).toMatchObject({ candles_sha256: hash.digest('hex') });

    const { text } = await stage.api.request('GET', `/${id}/trades?size=1000`);
    expect(JSON.parse(text)).toMatchObject({
      total: expected.trades.length,
      items: expected.trades.map(inWireForm),
    });
    const { text: record } = await stage.api.request('GET', `/${id}`);
    expect(JSON.parse(record)).toMatchObject({
      status: 'completed',
      sharpe_ratio: expected.metrics.sharpeRatio,
      max_drawdown: expected.metrics.maxDrawdown,
      total_return: expected.metrics.totalReturn,
    });
  });

  it('trades on the bars that backtesting.py trades on', async () => {
    const execution = { fees: { maker: '0', taker: '0' }, slippage_bps: 0, initial_capital: '1000000' };
    const id = await stage.api.submit({ ...SMA_CROSS, parameters: PEER_RUN.parameters, execution });
    await stage.audit.untilStatus(id, 'completed');
    const { text } = await stage.api.request('GET', `/${id}/trades?size=1000`);
    const { items } = JSON.parse(text) as {
      items: { entry_time: string; exit_time: string; exit_reason: string }[];
    };
    const openTime = (bar: number) => formatDateTime(columns.openTime[bar]);
    expect(items.map(({ entry_time }) => entry_time)).toEqual(
      PEER_RUN.trades.map((trade) => openTime(trade.entry_bar)),
    );
    // The last position is closed for lack of data: by backtesting.py at the last bar's open, here at its close.
    const bySignal = items
      .filter(({ exit_reason }) => exit_reason === 'signal')
      .map(({ exit_time }) => exit_time);
    expect(bySignal).toEqual(
      PEER_RUN.trades.slice(0, bySignal.length).map((trade) => openTime(trade.exit_bar)),
    );
  });

  it('answers the same bytes when the same run is submitted again', async () => {
    const answers = [];
    for (let repetition = 0; repetition < 2; repetition++) {
      const id = await stage.api.submit({ ...SMA_CROSS, parameters: { fast: 20, slow: 100 } });
      await stage.audit.untilStatus(id, 'completed');
      const { text: report } = await stage.api.request('GET', `/${id}/report`);
      const { text: trades } = await stage.api.request('GET', `/${id}/trades?size=1000`);
      // Its id and its times are its own.
      answers.push([report.replace(`"id":${id},`, '').replace(/"timings":\{[^}]*\}/, ''), trades]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0][0]).toContain('"status":"completed"');
  });

  it('queries the database for candles once, however many runs need them', async () => {
    const before = await readMetric(worker, 'series_cache_loads_total');
    const loads = async () => (await readMetric(worker, 'series_cache_loads_total')) - before;
    const run = async (start_date: string) => {
      const id = await stage.api.submit({ ...SMA_CROSS, start_date, parameters: { fast: 5, slow: 50 } });
      await stage.audit.untilStatus(id, 'completed');
    };
    // Any change of the series makes what was kept worthless.
    const change = () => stage.query(`update series set version = version + 1`);
    await change();
    await run('2000-01-03');
    // Nobody reads the table now: a run that wanted candles from it would not end.
    const unlock = await stage.lockTable('candlesticks');
    try {
      await run('2010-01-01');
    } finally {
      await unlock();
    }
    expect(await loads()).toBe(1);
    await change();
    await run('2000-01-03');
    expect(await loads()).toBe(2);
  });

  it.each([
    ['an unknown strategy', { strategy_name: 'moon_phase' }, /unknown strategy "moon_phase".*sma_cross/],
    ['an unknown parameter', { parameters: { quick: 5 } }, /no parameter "quick": it has fast, slow/],
    [
      'a parameter out of range',
      { parameters: { fast: 0 } },
      /parameter fast of sma_cross must be an integer from 1/,
    ],
    ['a symbol that no exchange has', { symbol: 'DELETED' }, /no exchange has candles of DELETED/],
    ['an exchange without the symbol', { exchange: 'kraken' }, /no 1d candles of SPX on kraken/],
    ['an interval without candles', { interval: '1h' }, /no 1h candles of SPX on us/],
    ['days before the first candle', { start_date: '1990-01-01', end_date: '1990-12-31' }, /no candles/],
    [
      'days after the last candle',
      { start_date: '2021-01-01', end_date: '2021-12-31' },
      /no candles in the requested range/,
    ],
    [
      'a single day',
      { start_date: '2015-01-05', end_date: '2015-01-05' },
      /one candle in the requested range is too few/,
    ],
    [
      'too few candles to warm up on',
      { start_date: '2000-01-03', end_date: '2000-01-20', parameters: { fast: 10, slow: 30 } },
      /too few candles: sma_cross .* needs 30 to warm up/,
    ],
  ])('fails with the reason for %s', async (_case, request, reason) => {
    const id = await stage.api.submit({ ...SMA_CROSS, ...request });
    await stage.audit.untilStatus(id, 'failed');
    const report = await stage.api.report(id);
    expect(report.detail).toMatch(reason);
    expect(report).toMatchObject({ status: 'failed', metrics: null, timings: { losses: 0 } });
  });

  it('refuses a start after the end at once', async () => {
    const { status, text } = await stage.api.request('POST', '', { ...SMA_CROSS, start_date: '2020-04-18' });
    expect(status).toBe(422);
    expect(text).toContain('start_date');
  });

  it('runs on the exchange that the request names', async () => {
    await stage.store({ exchange: 'arca', symbol: 'SPX', interval: '1d' }, readSample());
    const { status, text } = await stage.api.request('POST', '', SMA_CROSS);
    expect([status, text]).toEqual([422, expect.stringContaining('arca, us')]);
    const id = await stage.api.submit({ ...SMA_CROSS, exchange: 'arca' });
    await stage.audit.untilStatus(id, 'completed');
    expect(await stage.api.report(id)).toMatchObject({ exchange: 'arca' });
  });
});
