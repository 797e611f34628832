import type { StoredSweep } from '#domain/parameter-search/stored-search-result';
import { completeBacktest, submitBacktest } from './backtests';
import { backtestBody } from './bodies';
import type { RunningApi } from './running-api';
import { completeSearch, planSearch, submitWalkForward, SWEEP } from './searches';
import { storedWalkForward } from './stored-report';

export const IDEAS = '/api/v1/strategy-ideas';

/** A link as the API shows it. */
export interface ShownEvidence {
  readonly id: number;
  readonly kind: string;
  readonly run_id: number;
  readonly linked_at: string;
  readonly [field: string]: unknown;
}

const { benchmark, fingerprint } = storedWalkForward();

/** Of two combinations, the second one the best. */
const STORED_SWEEP: StoredSweep = {
  version: 1,
  rows: [
    { parameters: { fast: 5 }, score: 0.1, sharpeRatio: 0.1, totalReturn: 0.01, maxDrawdown: 0.4, trades: 7 },
    {
      parameters: { fast: 9 },
      score: 0.9,
      sharpeRatio: 0.9,
      totalReturn: 0.55,
      maxDrawdown: 0.2,
      trades: 31,
    },
  ],
  best: 1,
  trials: 2,
  significance: {
    tStatistic: 2.5,
    probabilisticSharpeRatio: 0.99,
    deflatedSharpeRatio: 0.96,
    minTrackRecordLength: 900,
  },
  overfitting: null,
  benchmark,
  verdict: { level: 'not_refuted', reasons: [] },
  fingerprint,
  warnings: [],
};

export async function newIdea(api: RunningApi): Promise<number> {
  const answer = await api.post(IDEAS, { name: 'n', description: 'd' });
  expect(answer.status).toBe(201);
  return (answer.body as { id: number }).id;
}

export async function completedBacktest(api: RunningApi): Promise<number> {
  const { id } = await submitBacktest(api);
  await completeBacktest(api, id);
  return id;
}

/** Not begun. */
export async function newSweep(api: RunningApi): Promise<number> {
  const answer = await api.post(SWEEP, backtestBody());
  expect(answer.status).toBe(202);
  return (answer.body as { id: number }).id;
}

export async function completedSweep(api: RunningApi): Promise<number> {
  const id = await newSweep(api);
  await planSearch(api, id, []);
  await completeSearch(api, id, STORED_SWEEP);
  return id;
}

/** With the verdict given; likely_luck unless it is. */
export async function completedWalkForward(
  api: RunningApi,
  level: 'likely_luck' | 'holds_up' = 'likely_luck',
): Promise<number> {
  const { id } = await submitWalkForward(api);
  const stored = storedWalkForward();
  await planSearch(api, id, []);
  await completeSearch(api, id, { ...stored, verdict: { ...stored.verdict!, level } });
  return id;
}

export async function linkRun(
  api: RunningApi,
  ideaId: number,
  kind: string,
  runId: number,
  fields: object = {},
): Promise<ShownEvidence> {
  const answer = await api.post(`${IDEAS}/${ideaId}/evidence`, { kind, run_id: runId, ...fields });
  expect([kind, answer.status]).toEqual([kind, 201]);
  return answer.body as ShownEvidence;
}
