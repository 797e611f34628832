import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answer, api } from '../../api/client';
import type { Schemas } from '../../api/hooks';
import type { Problem } from '../../api/problem';
import { requestOf, type RunDraft, type RunKind } from './run-draft';
import { type Target, useSubmission } from './use-submission';

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
  const { problem, isSending, submit } = useSubmission(TARGETS[kind]);
  const navigate = useNavigate();
  const request = requestOf(kind, draft);
  return {
    kind,
    draft,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    request,
    problem,
    isSending,
    submit: () => {
      // Back from the page of the run, or loaded again, the form has what was sent.
      void navigate({ to: '.', search: request, replace: true, resetScroll: false });
      submit(request);
    },
  };
}

export const TARGETS: Readonly<Record<RunKind, Target>> = {
  backtest: {
    path: '/api/v1/backtesting',
    page: '/console/backtests/$id',
    readReason: reasonOfBacktest,
  },
  sweep: {
    path: '/api/v1/backtesting/sweep',
    page: '/console/sweeps/$id',
    // Searches say why in their records.
    readReason: () => Promise.resolve(null),
  },
  'walk-forward': {
    path: '/api/v1/backtesting/walk-forward',
    page: '/console/walk-forwards/$id',
    readReason: () => Promise.resolve(null),
  },
};

async function reasonOfBacktest(id: number): Promise<string | null> {
  const path = '/api/v1/backtesting/{b_id}/report';
  const { detail } = await answer<Schemas['BacktestReportRead']>(
    api.GET(path, { params: { path: { b_id: id } } }),
  );
  return detail;
}
