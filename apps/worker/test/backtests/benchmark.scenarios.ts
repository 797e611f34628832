import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { toWire } from '#domain/records/to-wire';
import { PLAIN_EXECUTION } from '#engine/backtest/execution';
import { relativeFigures } from '#engine/backtest/relative-figures';
import { runBacktest } from '#engine/backtest/run-backtest';
import { formatDateTime } from '#engine/market/parse-time';
import { resolveStrategy } from '#engine/strategies/registry';
import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readSample, sampleColumns } from '../support/sample-candles';
import { SearchClient } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';

const INDEX: SeriesName = { exchange: 'sim', symbol: 'INDEX', interval: '1d' };
const LATE: SeriesName = { exchange: 'sim', symbol: 'LATE', interval: '1d' };
const PAST: SeriesName = { exchange: 'sim', symbol: 'PAST', interval: '1d' };

/** The sample backwards in its prices, on its days: it rises where the sample falls. */
function backwards(): CandleToWrite[] {
  const days = readSample();
  return days.map(({ openTime, volume }, index) => {
    const { open, high, low, close } = days[days.length - 1 - index];
    return { openTime, volume, open: close, high, low, close: open };
  });
}

/** The first eight years, with costs: the run makes something before fees, and less than nothing at high ones. */
const REQUEST = {
  ...SMA_CROSS,
  end_date: '2007-12-31',
  parameters: { fast: 20, slow: 100 },
  execution: { fees: { maker: '0.001', taker: '0.001' }, slippage_bps: 5 },
};

describe('the benchmark of a run', () => {
  let stage: JobStage;
  let searches: SearchClient;
  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    searches = new SearchClient(stage);
    const candles = backwards();
    await stage.store(INDEX, candles);
    await stage.store(LATE, candles.slice(500));
    await stage.store(PAST, [
      { ...candles[0], openTime: new Date('1990-01-01') },
      { ...candles[1], openTime: new Date('1990-01-02') },
    ]);
  });

  const named = ({ exchange, symbol }: SeriesName) => ({ ...REQUEST, benchmark: { exchange, symbol } });

  async function complete(request: typeof SMA_CROSS) {
    const id = await stage.api.submit(request);
    await stage.audit.untilStatus(id, 'completed');
    return stage.api.report(id);
  }

  async function reasonOf(request: typeof SMA_CROSS) {
    const id = await stage.api.submit(request);
    await stage.audit.untilStatus(id, 'failed');
    return (await stage.api.report(id)).detail;
  }

  /** What the engine says of the same candles. */
  function runDirectly(series: readonly CandleToWrite[]) {
    const columns = sampleColumns();
    const bars = columns.openTime.findIndex((time) => time > Date.parse(REQUEST.end_date));
    const cut = (name: 'openTime' | 'open' | 'high' | 'low' | 'close' | 'volume') =>
      columns[name].subarray(0, bars);
    const candles = {
      ...{ length: bars, openTime: cut('openTime'), open: cut('open'), high: cut('high') },
      ...{ low: cut('low'), close: cut('close'), volume: cut('volume') },
    };
    const price = (field: 'open' | 'high' | 'low' | 'close' | 'volume') =>
      Float64Array.from(series, (candle) => Number(candle[field]));
    const beside = {
      ...{ length: series.length, openTime: Float64Array.from(series, ({ openTime }) => openTime.getTime()) },
      ...{ open: price('open'), high: price('high'), low: price('low') },
      ...{ close: price('close'), volume: price('volume') },
    };
    const input = {
      candles,
      tradeFrom: 0,
      intervalSeconds: 86_400,
      calendar: 'XNYS',
      ...resolveStrategy('sma_cross', REQUEST.parameters),
      execution: { ...PLAIN_EXECUTION, makerFeeRate: 0.001, takerFeeRate: 0.001, slippageRate: 0.0005 },
      benchmark: { name: 'sim:INDEX', candles: beside, calendar: '24x7', funding: null },
    } as const;
    const result = runBacktest(input);
    return { result, relative: relativeFigures(input, result) };
  }

  it('is held beside it, and the run measured against it, as the engine says', async () => {
    const report = await complete(named(INDEX));
    const { result, relative } = runDirectly(backwards());
    expect(report.benchmark_series).toEqual({ exchange: 'sim', symbol: 'INDEX' });
    expect(report.relative).toEqual({
      ...toWire(relative),
      start: formatDateTime(relative.start),
      end: formatDateTime(relative.end),
    });
    expect(report.benchmark).toMatchObject({
      total_return: result.benchmark.totalReturn,
      sharpe_ratio: result.benchmark.sharpeRatio,
    });
    expect(report.metrics).toMatchObject({ total_return: result.metrics.totalReturn });
    const { text } = await stage.api.request('GET', `/${report.id}/equity?with=benchmark&rolling=63`);
    const { points } = JSON.parse(text) as { points: Record<string, unknown>[] };
    expect(points.at(-1)).toMatchObject({ benchmark: report.benchmark!.final_equity });
    expect(points.at(-1)!.rolling_beta).toEqual(expect.any(Number));
  });

  it('leaves nothing of a run that is charged its break-even cost', async () => {
    const { relative } = await complete(REQUEST);
    const fee = ((relative!.break_even_cost_bps as number) / 10_000).toFixed(15);
    const execution = { ...REQUEST.execution, fees: { maker: fee, taker: fee } };
    const { metrics } = await complete({ ...REQUEST, execution });
    expect(metrics!.total_return).toBeCloseTo(0, 9);
  });

  it('begins where its candles do, and says so', async () => {
    const { relative, warnings } = await complete(named(LATE));
    const from = formatDateTime(readSample()[500].openTime.getTime());
    expect(relative).toMatchObject({ start: from, end: '2007-12-31T00:00:00Z' });
    expect(warnings).toContainEqual(
      expect.stringContaining(
        `the benchmark sim:LATE has candles from ${from} to 2007-12-31T00:00:00Z: it is cash in 500`,
      ),
    );
  });

  it('is one that exists, of the interval, and beside the bars of the run, or the run fails with the reason', async () => {
    const reason = (benchmark: object) => reasonOf({ ...REQUEST, benchmark });
    expect(await reason({ symbol: 'NEVER' })).toBe('the benchmark: no exchange has candles of NEVER');
    expect(await reason({ symbol: 'INDEX', exchange: 'us' })).toBe(
      'the benchmark: there are no 1d candles of INDEX on us',
    );
    expect(await reasonOf(named(PAST))).toBe(
      "the benchmark sim:PAST has no candles beside the run's, from 2000-01-03T00:00:00Z to 2007-12-31T00:00:00Z: at " +
        'least 2 are needed',
    );
  });

  it('is the same run where its own series is named', async () => {
    const own = await complete(REQUEST);
    const again = await complete({ ...REQUEST, benchmark: { exchange: 'us', symbol: 'SPX' } });
    const found = (report: object) => ({ ...report, id: 0, timings: null });
    expect(found(again)).toEqual(found(own));
    expect(own.fingerprint).not.toHaveProperty('benchmark_sha256');
  });

  it('is part of what a verification compares', async () => {
    const { id, fingerprint } = await complete(named(INDEX));
    expect(fingerprint).toMatchObject({ benchmark_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const verify = async () => {
      const { text } = await stage.api.request('POST', `/${id}/verify`);
      return JSON.parse(text) as object;
    };
    expect(await verify()).toMatchObject({ identical: true });
    const [, , candle] = backwards();
    await stage.store(INDEX, [{ ...candle, close: candle.low }]);
    expect(await verify()).toMatchObject({ identical: false, changed: ['benchmark', 'results'] });
    await stage.store(INDEX, [candle]);
    expect(await verify()).toMatchObject({ identical: true });
  });

  it('leaves runs of before relative figures were kept identical', async () => {
    const { id } = await complete(REQUEST);
    await stage.query(`update backtest_reports set report = report - 'relative' where backtest_id = $1`, [
      id,
    ]);
    const { text } = await stage.api.request('POST', `/${id}/verify`);
    expect(JSON.parse(text)).toMatchObject({ identical: true, changed: [] });
  });

  it('is held beside sweeps and walk-forwards, which fail without one, and verified with them', async () => {
    const request = {
      ...named(INDEX),
      parameters: {},
      param_grid: { fast: [10, 20], slow: [50, 100] },
      min_trades: 1,
    };
    const sweep = await searches.untilOver('sweep', (await searches.sweep(request)).id);
    const { result } = runDirectly(backwards());
    const { totalReturn, sharpeRatio, maxDrawdown } = result.benchmark;
    expect(sweep.benchmark).toEqual({
      total_return: totalReturn,
      sharpe_ratio: sharpeRatio,
      max_drawdown: maxDrawdown,
    });
    expect(sweep).toMatchObject({
      fingerprint: { benchmark_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      request: { benchmark: { exchange: 'sim', symbol: 'INDEX' } },
    });
    const tests = { ...request, n_splits: 3 };
    const own = await searches.walkForward({ ...tests, benchmark: null });
    const other = await searches.walkForward(tests);
    expect([own.status, other.status]).toEqual(['completed', 'completed']);
    expect(other.summary).toEqual(own.summary);
    expect(other.benchmark).not.toEqual(own.benchmark);
    expect(await searches.verify('walk-forward', other.id)).toMatchObject({ identical: true });
    const [, , candle] = backwards();
    await stage.store(INDEX, [{ ...candle, close: candle.low }]);
    expect(await searches.verify('sweep', sweep.id)).toMatchObject({
      identical: false,
      changed: ['benchmark', 'results'],
    });
    const without = await searches.walkForward({ ...tests, benchmark: { exchange: 'sim', symbol: 'PAST' } });
    expect(without).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/^the benchmark sim:PAST has no candles beside the run's/),
    });
  });
});
