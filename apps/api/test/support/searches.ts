import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import { BACKTESTS } from './backtests';
import { backtestBody } from './bodies';
import type { RunningApi } from './running-api';

export const WALK_FORWARD = `${BACKTESTS}/walk-forward`;
export const SWEEP = `${BACKTESTS}/sweep`;

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

/** What workers do. */
export function searchRuns(api: RunningApi): ParameterSearchRuns {
  return new ParameterSearchRuns(api.application.get(DataSource));
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
