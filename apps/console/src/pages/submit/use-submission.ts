import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { answer, api } from '../../api/client';
import type { Schemas } from '../../api/hooks';
import type { Problem } from '../../api/problem';
import { problemOfRun } from './run-failure';

/** Long enough for a run that fails over its parameters to say so in the form; longer ones show their progress. */
const PREFER = 'wait=1';
const KEY_BYTES = 16;

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Where a request goes, and where to from there. */
export interface Target {
  readonly path: string;
  /** The page of the run. */
  readonly page:
    | '/console/backtests/$id'
    | '/console/sweeps/$id'
    | '/console/walk-forwards/$id'
    | '/console/portfolios/$id';
  /** Why a run failed whose record does not say so. */
  readonly readReason: (id: number) => Promise<string | null>;
}

export interface Submission {
  readonly problem: Problem | null;
  readonly isSending: boolean;
  readonly submit: (request: Record<string, unknown>) => void;
}

/** Sends a request, and leads to the page of its run. */
export function useSubmission(target: Target): Submission {
  const navigate = useNavigate();
  // The same request has the same key: sent twice, it is one run.
  const sent = useRef({ text: '', key: '' });
  const { mutate, error, isPending } = useMutation<number, Problem, Record<string, unknown>>({
    mutationFn: async (body) => {
      const text = JSON.stringify([target.path, body]);
      if (sent.current.text !== text) sent.current = { text, key: newKey() };
      return submitRun(target, body, sent.current.key);
    },
    onSuccess: (id) => navigate({ to: target.page, params: { id: String(id) } }),
  });
  return { problem: error, isSending: isPending, submit: mutate };
}

/** The id of the run; throws a problem where it is refused, or fails at once. */
async function submitRun(
  { path, readReason }: Target,
  body: Record<string, unknown>,
  key: string,
): Promise<number> {
  const headers = { 'Idempotency-Key': key, Prefer: PREFER };
  const run = await answer<{ id: number; status: Schemas['JobState']; detail?: string | null }>(
    api.POST(path as '/api/v1/backtesting', { body: body as never, headers }),
  );
  if (run.status === 'failed') {
    const detail = run.detail ?? (await readReason(run.id));
    throw problemOfRun(`Run ${run.id}`, detail ?? 'without a reason');
  }
  return run.id;
}
