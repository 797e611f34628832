import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { answer, api } from '../../api/client';
import type { Schemas } from '../../api/hooks';
import { type Problem } from '../../api/problem';
import { requestOf, type RunDraft, type RunKind } from './run-draft';
import { problemOfRun } from './run-failure';

/** Long enough for a run that fails over its parameters to say so in the form; longer ones show their progress. */
const PREFER = 'wait=1';
const KEY_BYTES = 16;

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export interface RunForm {
  readonly kind: RunKind;
  readonly draft: RunDraft;
  readonly change: (change: Partial<RunDraft>) => void;
  /** What is sent, as it is filled in. */
  readonly request: Record<string, unknown>;
  readonly problem: Problem | null;
  readonly isSending: boolean;
  readonly submit: () => void;
}

/** The draft of a request, and its way to the page of its run. */
export function useRunForm(kind: RunKind, initial: RunDraft): RunForm {
  const [draft, setDraft] = useState(initial);
  const navigate = useNavigate();
  // The same request has the same key: sent twice, it is one run.
  const sent = useRef({ text: '', key: '' });
  const request = requestOf(kind, draft);
  const { mutate, error, isPending } = useMutation<number, Problem, Record<string, unknown>>({
    mutationFn: async (body) => {
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { text, key: newKey() };
      return submitRun(kind, body, sent.current.key);
    },
    onSuccess: (id) => navigate({ to: PAGES[kind], params: { id: String(id) } }),
  });
  return {
    kind,
    draft,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    request,
    problem: error,
    isSending: isPending,
    submit: () => mutate(request),
  };
}

const PAGES = {
  backtest: '/console/backtests/$id',
  sweep: '/console/sweeps/$id',
  'walk-forward': '/console/walk-forwards/$id',
} as const;

export const PATHS = {
  backtest: '/api/v1/backtesting',
  sweep: '/api/v1/backtesting/sweep',
  'walk-forward': '/api/v1/backtesting/walk-forward',
} as const satisfies Record<RunKind, string>;

/** The id of the run; throws a problem where it is refused, or fails at once. */
async function submitRun(kind: RunKind, body: Record<string, unknown>, key: string): Promise<number> {
  const headers = { 'Idempotency-Key': key, Prefer: PREFER };
  const run = await answer<{ id: number; status: Schemas['JobState']; detail?: string | null }>(
    api.POST(PATHS[kind] as '/api/v1/backtesting', { body: body as never, headers }),
  );
  if (run.status === 'failed') {
    const detail = run.detail ?? (await reasonOfBacktest(run.id));
    throw problemOfRun(`Run ${run.id}`, detail);
  }
  return run.id;
}

async function reasonOfBacktest(id: number): Promise<string> {
  const path = '/api/v1/backtesting/{b_id}/report';
  const { detail } = await answer<Schemas['BacktestReportRead']>(
    api.GET(path, { params: { path: { b_id: id } } }),
  );
  return detail ?? 'without a reason';
}
