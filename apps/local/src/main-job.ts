import type { ApiClient } from './api-client';
import { SAMPLE } from './sample';
import { waitUntilFinished } from './wait-until-finished';

const STRATEGY = 'sma_cross';

const PERIOD = { start_date: '2000-01-03', end_date: '2020-04-17' } as const;

/** Fractions, as the report has them; null where undefined. */
export interface ReportedMetrics {
  readonly total_return: number | null;
  readonly sharpe_ratio: number | null;
  readonly max_drawdown: number | null;
  readonly trades: number;
}

/** What a walk-forward run says of parameters that were chosen without knowing what they were judged on. */
export interface WalkForwardSummary {
  readonly windows: number;
  readonly out_of_sample_sharpe: number | null;
  readonly out_of_sample_return: number | null;
  readonly walk_forward_efficiency: number | null;
  readonly deflated_sharpe_ratio: number | null;
  readonly probability_of_backtest_overfitting: number | null;
  readonly trials: number;
}

interface WalkForwardResult {
  readonly id: number;
  readonly status: 'pending' | 'running' | 'completed' | 'failed';
  /** Why it failed. */
  readonly detail: string | null;
  readonly summary?: WalkForwardSummary;
}

interface BacktestResult {
  readonly id: number;
  readonly status: 'pending' | 'running' | 'completed' | 'failed';
}

interface BacktestReport {
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
  readonly walkForward: WalkForwardSummary;
  readonly period: typeof PERIOD;
  readonly seconds: number;
}

/** Backtests twenty years of the S&P 500 over HTTP, then validates the strategy on them by walk-forward, through queue, worker and database, as any client would. */
export async function runMainJob(api: ApiClient): Promise<MainJobResult> {
  const startedAt = performance.now();
  const request = { strategy_name: STRATEGY, ...SAMPLE, ...PERIOD };
  const { id } = await api.post<BacktestResult>('/api/v1/backtesting', request);
  const path = `/api/v1/backtesting/${id}`;
  const { status } = await waitUntilFinished<BacktestResult>(api, path);
  const { detail, metrics, benchmark, warnings } = await api.get<BacktestReport>(`${path}/report`);
  if (status === 'failed') throw new Error(`The backtest ${id} failed: ${detail ?? 'no reason given'}`);
  const walkForward = await runWalkForward(api, request);
  const seconds = (performance.now() - startedAt) / 1000;
  const backtest = { backtestId: id, strategyName: STRATEGY, metrics, benchmark, warnings };
  return { ...backtest, walkForward, period: PERIOD, seconds };
}

/** The request itself waits for a while; what takes longer is asked for again. */
async function runWalkForward(api: ApiClient, request: object): Promise<WalkForwardSummary> {
  const path = '/api/v1/backtesting/walk-forward';
  const { id } = await api.post<WalkForwardResult>(path, request, { prefer: 'wait=10' });
  const { summary, detail } = await waitUntilFinished<WalkForwardResult>(api, `${path}/${id}`);
  if (summary) return summary;
  throw new Error(`The walk-forward run ${id} failed: ${detail ?? 'no reason given'}`);
}
