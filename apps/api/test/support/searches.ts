import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { NO_SUBMITTER } from '#domain/job-runs/job-runs';
import {
  type ChunkKey,
  ParameterSearches,
  toChunkSubject,
} from '#domain/parameter-search/parameter-searches';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { JobOutbox } from '#messaging/job-outbox';
import { BACKTESTS } from './backtests';
import { backtestBody } from './bodies';
import { claimJob, finishJob } from './job-steps';
import type { RunningApi } from './running-api';

export const WALK_FORWARD = `${BACKTESTS}/walk-forward`;
export const SWEEP = `${BACKTESTS}/sweep`;

const CHUNK = 'parameter-search-chunk';

export interface SubmittedSearch {
  readonly id: number;
  readonly status: string;
}

/** Without another preference it does not wait for what nobody computes. */
export function postWalkForward(api: RunningApi, fields: object = {}, prefer = 'wait=0') {
  return api.post(WALK_FORWARD, backtestBody({ ...fields })).set('prefer', prefer);
}

export async function submitWalkForward(api: RunningApi, fields: object = {}): Promise<SubmittedSearch> {
  const answer = await postWalkForward(api, fields);
  expect(answer.status).toBe(200);
  return answer.body as SubmittedSearch;
}

/** What the worker does that plans a search. */
export async function planSearch(api: RunningApi, id: number, chunks: readonly object[]): Promise<void> {
  const searches = api.application.get(ParameterSearches, { strict: false });
  const token = await claimJob(api, 'parameter-search', String(id));
  await finishJob(api, 'parameter-search', token!, {
    status: 'completed',
    write: async (manager) => {
      const subjects = await searches.plan(manager, id, { now: 0 }, chunks);
      await api.application.get(JobOutbox).submitAll(manager, CHUNK, subjects, NO_SUBMITTER);
    },
  });
}

/** What the worker does that finds that a search cannot be run. */
export async function failSearch(api: RunningApi, id: number, error: string): Promise<boolean> {
  const token = await claimJob(api, 'parameter-search', String(id));
  return token !== undefined && finishJob(api, 'parameter-search', token, { status: 'failed', error });
}

export function claimChunk(api: RunningApi, key: ChunkKey): Promise<string | undefined> {
  return claimJob(api, CHUNK, toChunkSubject(key));
}

/** False, and nothing written, when the chunk is not ours any more. */
export function completeChunk(
  api: RunningApi,
  key: ChunkKey,
  token: string,
  result: object,
): Promise<boolean> {
  const searches = api.application.get(ParameterSearches, { strict: false });
  return finishJob(api, CHUNK, token, {
    status: 'completed',
    write: (manager) => searches.completeChunk(manager, key, result),
  });
}

/** What the worker does that assembles a search; without chunks, after a plan of none. */
export async function completeSearch(
  api: RunningApi,
  id: number,
  result: StoredWalkForward | StoredSweep,
): Promise<void> {
  const searches = api.application.get(ParameterSearches, { strict: false });
  const dataSource = api.application.get(DataSource);
  const outbox = api.application.get(JobOutbox);
  await outbox.submit(dataSource.manager, 'parameter-search-assemble', id, NO_SUBMITTER);
  const token = await claimJob(api, 'parameter-search-assemble', String(id));
  await finishJob(api, 'parameter-search-assemble', token!, {
    status: 'completed',
    write: (manager) => searches.storeResult(manager, id, result),
  });
}

export async function searchRow(api: RunningApi, id: number): Promise<Record<string, unknown>> {
  const { rows } = await api.database.query('select * from parameter_searches where id = $1', [id]);
  return rows[0] as Record<string, unknown>;
}

/** 0 when there is none yet. */
export async function lastSearchId(api: RunningApi): Promise<number> {
  const { rows } = await api.database.query('select coalesce(max(id), 0) as id from parameter_searches');
  return (rows[0] as { id: number }).id;
}

/** Polls until there is a search that was not there before, and answers its id. */
export async function nextSearchId(api: RunningApi, previous: number): Promise<number> {
  for (;;) {
    const id = await lastSearchId(api);
    if (id > previous) return id;
    await delay(5);
  }
}
