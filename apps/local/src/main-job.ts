import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from './api-client';
import { SAMPLE } from './sample';

const POLL_MILLISECONDS = 20;
const TIMEOUT_SECONDS = 60;

const STRATEGY = 'sma_cross';

const PERIOD = { start_date: '2000-01-03', end_date: '2020-04-17' } as const;

/** Fractions, as the report has them; null where undefined. */
export interface ReportedMetrics {
  readonly total_return: number | null;
  readonly sharpe_ratio: number | null;
  readonly max_drawdown: number | null;
  readonly trades: number;
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
  readonly period: typeof PERIOD;
  readonly seconds: number;
}

/** Backtests twenty years of the S&P 500 over HTTP, through queue, worker and database, as any client would. */
export async function runMainJob(api: ApiClient): Promise<MainJobResult> {
  const startedAt = performance.now();
  const { id } = await api.post<BacktestResult>('/api/v1/backtesting', {
    strategy_name: STRATEGY,
    ...SAMPLE,
    ...PERIOD,
  });
  const path = `/api/v1/backtesting/${id}`;
  const status = await waitUntilFinished(api, path);
  const { detail, metrics, benchmark, warnings } = await api.get<BacktestReport>(`${path}/report`);
  if (status === 'failed') throw new Error(`The backtest ${id} failed: ${detail ?? 'no reason given'}`);
  const seconds = (performance.now() - startedAt) / 1000;
  return { backtestId: id, strategyName: STRATEGY, metrics, benchmark, warnings, period: PERIOD, seconds };
}

async function waitUntilFinished(api: ApiClient, path: string): Promise<'completed' | 'failed'> {
  const deadline = performance.now() + TIMEOUT_SECONDS * 1000;
  for (;;) {
    const { id, status } = await api.get<BacktestResult>(path);
    if (status === 'completed' || status === 'failed') return status;
    if (performance.now() > deadline) {
      throw new Error(`The backtest ${id} is still ${status} after ${TIMEOUT_SECONDS} s`);
    }
    await delay(POLL_MILLISECONDS);
  }
}
