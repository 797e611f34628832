import { storeBacktestResult } from '#domain/backtesting/backtest-results';
import { backtestBody } from './bodies';
import { claimJob, finishJob } from './job-steps';
import type { RunningApi } from './running-api';
import { storedReport } from './stored-report';

export const BACKTESTS = '/api/v1/backtesting';

/** What a worker found, as far as the routes show it. */
export const BACKTEST_RESULT = {
  sharpeRatio: 0.41,
  maxDrawdown: 0.33,
  totalReturn: 0.97,
  report: storedReport(),
  trades: {
    entryTime: ['2000-03-03T00:00:00Z', '2000-05-01T00:00:00Z'],
    exitTime: ['2000-04-19T00:00:00Z', '2000-06-01T00:00:00Z'],
    side: ['long', 'short'],
    quantity: ['7.1', '1.50'],
    entryPrice: ['1409.17', '10'],
    exitPrice: ['1441.61', '11'],
    fees: ['0', '0.1'],
    funding: ['0', '0'],
    pnl: ['230.32', '-1.6'],
    return: [0.023, -0.107],
    exitReason: ['signal', 'end_of_data'],
    entryTag: [null, null],
    exitTag: [null, null],
    legs: [null, null],
    mae: [0.01, 0.2],
    mfe: [0.05, 0],
  },
  openTimes: doubles(Date.parse('2000-03-03'), Date.parse('2000-03-06')),
  equity: doubles(10_000, 10_230.32),
  benchmark: doubles(10_000, 9_900),
  position: doubles(7.1, 0),
};

export interface SubmittedBacktest {
  readonly id: number;
  readonly status: string;
  readonly created_at: string;
}

export async function submitBacktest(api: RunningApi, fields: object = {}): Promise<SubmittedBacktest> {
  const answer = await api.post(BACKTESTS, backtestBody({ ...fields }));
  expect(answer.status).toBe(202);
  return answer.body as SubmittedBacktest;
}

/** What a worker does first; undefined when the run is not to be had. */
export function claimBacktest(api: RunningApi, id: number): Promise<string | undefined> {
  return claimJob(api, 'backtest', String(id));
}

/** What a worker does with what it found; false when somebody else owns the run. */
export function finishBacktest(api: RunningApi, id: number, token: string): Promise<boolean> {
  return finishJob(api, 'backtest', token, {
    status: 'completed',
    write: (manager) => storeBacktestResult(manager, id, BACKTEST_RESULT),
  });
}

/** What a worker does: claims the run and writes its result; false when somebody else owns the run. */
export async function completeBacktest(api: RunningApi, id: number): Promise<boolean> {
  const token = await claimBacktest(api, id);
  return token !== undefined && finishBacktest(api, id, token);
}

export async function jobOfBacktest(api: RunningApi, id: number): Promise<Record<string, unknown>> {
  const { rows } = await api.database.query(
    `select * from job_runs where job = 'backtest' and subject = $1`,
    [String(id)],
  );
  return rows[0] as Record<string, unknown>;
}

export async function backtestRow(api: RunningApi, id: number): Promise<Record<string, unknown>> {
  const { rows } = await api.database.query('select * from backtests where id = $1', [id]);
  return rows[0] as Record<string, unknown>;
}

function doubles(...values: number[]): Buffer {
  return Buffer.from(Float64Array.from(values).buffer);
}
