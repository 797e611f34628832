import { ApiAnswerError, type ApiClient } from './api-client';
import type { KeptSampleRuns, SampleRuns } from './kept-sample-runs';
import { SAMPLE } from './sample';
import { waitUntilFinished } from './wait-until-finished';

const STRATEGY = 'sma_cross';
const BACKTESTS = '/api/v1/backtesting';
const WALK_FORWARDS = `${BACKTESTS}/walk-forward`;

const PERIOD = { start_date: '2000-01-03', end_date: '2020-04-17' } as const;

/** Fractions, as the report has them; null where undefined. */
export interface ReportedMetrics {
  readonly total_return: number | null;
  readonly sharpe_ratio: number | null;
  readonly max_drawdown: number | null;
  readonly trades: number;
}

/** What a walk-forward run says of parameters that were chosen without knowing what they were judged on. */
export interface WalkForwardFigures {
  readonly windows: number;
  readonly out_of_sample_sharpe: number | null;
  readonly out_of_sample_return: number | null;
  readonly walk_forward_efficiency: number | null;
  readonly deflated_sharpe_ratio: number | null;
  readonly probability_of_backtest_overfitting: number | null;
  readonly trials: number;
}

interface WalkForwardAnswer {
  readonly id: number;
  readonly status: 'pending' | 'running' | 'completed' | 'failed';
  /** Why it failed. */
  readonly detail: string | null;
  readonly summary?: WalkForwardFigures;
}

interface BacktestAnswer {
  readonly id: number;
  readonly status: 'pending' | 'running' | 'completed' | 'failed';
}

interface Run {
  readonly strategy_name: string;
  /** A backtest's record does not say it. */
  readonly symbol?: string;
  readonly status: string;
}

interface ReportAnswer {
  /** Why it failed. */
  readonly detail: string | null;
  readonly metrics: ReportedMetrics;
  /** Buying and holding instead, at the same costs. */
  readonly benchmark: ReportedMetrics;
  readonly warnings: readonly string[];
}

export interface MainJobResult {
  readonly backtestId: number;
  readonly strategyName: string;
  readonly metrics: ReportedMetrics;
  readonly benchmark: ReportedMetrics;
  readonly warnings: readonly string[];
  readonly walkForward: WalkForwardFigures;
  readonly period: typeof PERIOD;
  /** Undefined where the runs are those of an earlier start. */
  readonly seconds: number | undefined;
}

/**
 * Backtests twenty years of the S&P 500 over HTTP, then validates the strategy on them by walk-forward, through queue, worker
 * and database, as any client would. Later starts show the runs of the first one.
 */
export async function runMainJob(api: ApiClient, kept: KeptSampleRuns): Promise<MainJobResult> {
  const startedAt = performance.now();
  const earlier = kept.read();
  const isKept = earlier !== undefined && (await areOfTheSample(api, earlier));
  const runs = isKept ? earlier : await submit(api);
  const path = `${BACKTESTS}/${runs.backtest}`;
  const { status } = await waitUntilFinished<BacktestAnswer>(api, path);
  const { detail, metrics, benchmark, warnings } = await api.get<ReportAnswer>(`${path}/report`);
  if (status === 'failed')
    throw new Error(`The backtest ${runs.backtest} failed: ${detail ?? 'no reason given'}`);
  const walkForward = await readWalkForward(api, runs.walkForward);
  if (!isKept) kept.keep(runs);
  const seconds = isKept ? undefined : (performance.now() - startedAt) / 1000;
  const backtest = { backtestId: runs.backtest, strategyName: STRATEGY, metrics, benchmark, warnings };
  return { ...backtest, walkForward, period: PERIOD, seconds };
}

/** The request for the walk-forward run itself waits for a while; what takes longer is requested again. */
async function submit(api: ApiClient): Promise<SampleRuns> {
  const request = { strategy_name: STRATEGY, ...SAMPLE, ...PERIOD };
  const backtest = await api.post<BacktestAnswer>(BACKTESTS, request);
  const walkForward = await api.post<WalkForwardAnswer>(WALK_FORWARDS, request, { prefer: 'wait=10' });
  return { backtest: backtest.id, walkForward: walkForward.id };
}

/** They may have been deleted or edited, or be those of another database. */
async function areOfTheSample(api: ApiClient, { backtest, walkForward }: SampleRuns): Promise<boolean> {
  try {
    const runs = [
      await api.get<Run>(`${BACKTESTS}/${backtest}`),
      await api.get<Run>(`${WALK_FORWARDS}/${walkForward}`),
    ];
    return runs.every(
      ({ strategy_name, symbol = SAMPLE.symbol, status }) =>
        strategy_name === STRATEGY && symbol === SAMPLE.symbol && status === 'completed',
    );
  } catch (error) {
    if (error instanceof ApiAnswerError && error.status === 404) return false;
    throw error;
  }
}

async function readWalkForward(api: ApiClient, id: number): Promise<WalkForwardFigures> {
  const { summary, detail } = await waitUntilFinished<WalkForwardAnswer>(api, `${WALK_FORWARDS}/${id}`);
  if (summary) return summary;
  throw new Error(`The walk-forward run ${id} failed: ${detail ?? 'no reason given'}`);
}
