import { loadFeePresets } from '#domain/backtesting/fee-presets';
import { toWire } from '#domain/records/to-wire';
import { readExecution } from '#engine/backtest/read-execution';
import { IndicatorMemo } from '#engine/indicators/indicator-memo';
import { formatDateTime } from '#engine/market/parse-time';
import { resolveStrategy } from '#engine/strategies/registry';
import type { Strategy } from '#engine/backtest/strategy';
import { assembleWalkForward, type WalkForwardResult } from '#engine/validation/assemble-walk-forward';
import { allCombinations, readParameterGrid } from '#engine/validation/parameter-grid';
import { planWindows } from '#engine/validation/plan-windows';
import { runCombinations } from '#engine/validation/run-combinations';
import { chunkSearch } from '#engine/validation/search-chunks';
import { planWalkForward } from '#engine/validation/validation-plan';
import type { JobStage } from '../support/job-stage';
import { sampleColumns, sampleDay, SPX } from '../support/sample-candles';
import { SearchClient } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';
import {
  correctCandle,
  identicalVerification,
  NONE_CORRECTED,
  ONE_CORRECTED,
} from '../support/verifications';
import { type PeerFigures, WALK_FORWARD_PEER } from '../support/walk-forward-peer';

const SUMMARY_FIELDS = [
  'windows',
  'out_of_sample_sharpe',
  'out_of_sample_return',
  'out_of_sample_max_drawdown',
  't_statistic',
  'walk_forward_efficiency',
  'consistency',
  'parameter_stability',
  'trials',
  'probabilistic_sharpe_ratio',
  'deflated_sharpe_ratio',
  'min_track_record_length',
  'probability_of_backtest_overfitting',
];

const GRID = { fast: [5, 10, 20], slow: { min: 40, max: 120, step: 20 } };

const columns = sampleColumns();
const timeOf = (bar: number) => formatDateTime(columns.openTime[bar]);

/** The same search in this process, in one piece. */
function searchDirectly(): WalkForwardResult {
  const read = readExecution({}, { exchange: 'us', presets: loadFeePresets(undefined) });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const { strategy, parameters } = resolveStrategy('sma_cross', {});
  const tried = allCombinations(readParameterGrid(strategy, parameters, [], GRID));
  const setting = {
    candles: columns,
    intervalSeconds: 86_400,
    calendar: 'XNYS' as const,
    strategy: strategy as Strategy,
    execution: read.execution,
    funding: null,
  };
  const windows = planWindows(columns, 0, {
    mode: 'rolling',
    lengths: { splits: 4 },
    purgeBars: 3,
    embargoBars: 2,
  });
  const plan = planWalkForward(setting, tried, windows, { objective: 'total_return', minimumTrades: 2 });
  const indicators = new IndicatorMemo();
  const results = chunkSearch(plan, 1).map((chunk) => runCombinations(plan, chunk, indicators));
  return assembleWalkForward(plan, results, indicators);
}

describe('a walk-forward run through two workers', () => {
  let stage: JobStage;
  let searches: SearchClient;

  beforeAll(async () => {
    stage = await sharedStage();
    searches = new SearchClient(stage);
    await stage.runWorkers(2);
  });

  it('answers what the engine finds in one piece, to the last digit', async () => {
    const found = await searches.walkForward({
      param_grid: GRID,
      n_splits: 4,
      purge_bars: 3,
      embargo_bars: 2,
      objective: 'total_return',
      min_trades: 2,
    });
    const expected = searchDirectly();
    expect(found).toMatchObject({
      status: 'completed',
      detail: null,
      strategy_name: 'sma_cross',
      symbol: 'SPX',
      exchange: 'us',
      interval: '1d',
      mode: 'rolling',
      objective: 'total_return',
      windows: expected.windows.map((window) => ({
        index: window.index,
        train_start: formatDateTime(window.trainStart),
        train_end: formatDateTime(window.trainEnd),
        test_start: formatDateTime(window.testStart),
        test_end: formatDateTime(window.testEnd),
        best_parameters: window.bestParameters,
        in_sample: toWire(window.inSample),
        out_of_sample: toWire(window.outOfSample),
      })),
      summary: toWire(expected.summary),
      benchmark: toWire(expected.benchmark),
      verdict: toWire(expected.verdict),
      overfitting: toWire(expected.overfitting!),
      fingerprint: {
        candles_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        configuration_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        engine_version: expect.any(String),
        seed: 42,
        candles: { interval: '1d', start: timeOf(0), end: timeOf(columns.length - 1) },
      },
      progress: { chunks_done: found.progress.chunks, chunks: expect.any(Number) },
    });
    expect(found.warnings).toEqual(expect.arrayContaining([...expected.warnings]));
    expect(Object.keys(found.summary as object).sort()).toEqual([...SUMMARY_FIELDS].sort());
    expect(await searches.read('walk-forward', found.id)).toEqual(found);
  });

  it('is verified by another run, which no list shows, and says which candles were corrected since', async () => {
    const request = { param_grid: { fast: [5, 10], slow: [40] }, n_splits: 2, end_date: '2010-12-31' };
    const { id, fingerprint, summary, candles_corrected_since } = await searches.walkForward(request);
    expect(candles_corrected_since).toEqual(NONE_CORRECTED);
    const expected = identicalVerification({ id, metrics: summary, fingerprint });
    expect(await searches.verify('walk-forward', id)).toEqual(expected);
    const list = await searches.request('GET', '/backtesting/walk-forward?size=1');
    expect(JSON.parse(list.text)).toMatchObject({ items: [{ id }] });
    await correctCandle(stage, '2005-06-01');
    expect(await searches.read('walk-forward', id)).toMatchObject(ONE_CORRECTED);
    expect(await searches.verify('walk-forward', id)).toMatchObject({
      identical: false,
      changed: ['candles', 'results'],
      stored_fingerprint: fingerprint,
    });
    await stage.store(SPX, [sampleDay('2005-06-01')]);
  });

  it.each(WALK_FORWARD_PEER.results)('agrees with skfolio and numpy on a $mode run', async (peer) => {
    const { fee, slippage, fast, slow, first_bar, splits, gap, minimum_trades } = WALK_FORWARD_PEER.setting;
    const found = await searches.walkForward({
      start_date: timeOf(first_bar).slice(0, 10),
      param_grid: { fast, slow },
      mode: peer.mode,
      n_splits: splits,
      purge_bars: gap,
      min_trades: minimum_trades,
      execution: {
        fees: { maker: String(fee), taker: String(fee) },
        slippage_bps: slippage * 10_000,
      },
    });
    expect(found).toMatchObject({ status: 'completed', detail: null });
    const near = (value: number) => expect.closeTo(value, 9) as number;
    const figures = ({ sharpe_ratio, total_return, max_drawdown, trades }: PeerFigures) => ({
      sharpe_ratio: sharpe_ratio === null ? null : near(sharpe_ratio),
      total_return: near(total_return),
      max_drawdown: near(max_drawdown),
      trades,
    });
    expect(found.windows).toEqual(
      peer.windows.map((window, index) => ({
        index,
        train_start: timeOf(window.train[0]),
        train_end: timeOf(window.train[1] - 1),
        test_start: timeOf(window.test[0]),
        test_end: timeOf(window.test[1] - 1),
        best_parameters: { fast: window.fast, slow: window.slow },
        in_sample: figures(window.in_sample),
        out_of_sample: figures(window.out_of_sample),
      })),
    );
    expect(found.summary).toMatchObject({
      windows: splits,
      out_of_sample_sharpe: near(peer.out_of_sample.sharpe_ratio!),
      out_of_sample_return: near(peer.out_of_sample.total_return),
      out_of_sample_max_drawdown: near(peer.out_of_sample.max_drawdown),
      t_statistic: near(peer.t_statistic),
      walk_forward_efficiency: near(peer.walk_forward_efficiency),
      consistency: near(peer.consistency),
      probabilistic_sharpe_ratio: near(peer.probabilistic_sharpe_ratio),
      deflated_sharpe_ratio: near(peer.deflated_sharpe_ratio),
      probability_of_backtest_overfitting: near(peer.overfitting.probability),
    });
  });

  it.each([
    ['an unknown strategy', { strategy_name: 'moon_phase' }, /unknown strategy "moon_phase"/],
    ['a strategy with orders of its own', { strategy_name: 'dca' }, /dca places orders of its own/],
    ['too little data', { start_date: '2020-04-01', n_splits: 50 }, /too little data: 50 windows/],
    ['no candles', { symbol: 'DELETED' }, /no exchange has candles of DELETED/],
    [
      'more than 10,000 combinations',
      { param_grid: { fast: { min: 1, max: 101, step: 1 }, slow: { min: 102, max: 201, step: 1 } } },
      /the grid has 10100 combinations, at most 10000 are tried/,
    ],
    [
      'a grid of what the strategy lacks',
      { param_grid: { quick: [1] } },
      /param_grid\.quick is no parameter of sma_cross/,
    ],
    [
      'a grid without a step',
      { param_grid: { fast: { min: 1, max: 5, step: 0 } } },
      /must have a step above 0/,
    ],
    ['a grid of text', { param_grid: { fast: ['ten'] } }, /param_grid\.fast must hold/],
    [
      'windows that overlap',
      { train_days: 700, test_days: 200, step_days: 100 },
      /windows would overlap: a step of 100 days is shorter than a test of 200/,
    ],
    ['half of the lengths', { train_days: 700 }, /train_days and test_days belong together/],
  ])('fails with the reason for %s', async (_case, fields, reason) => {
    const found = await searches.walkForward(fields);
    expect(found).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) });
    expect(found).not.toHaveProperty('summary');
  });
});
