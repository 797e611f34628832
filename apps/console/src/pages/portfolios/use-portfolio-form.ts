import { useState } from 'react';
import { answer, api } from '../../api/client';
import type { Schemas } from '../../api/hooks';
import { Problem } from '../../api/problem';
import { fieldError } from '../../forms/field';
import type { RunForm } from '../submit/use-run-form';
import { type Target, useSubmission } from '../submit/use-submission';
import { type Mode, type PortfolioDraft, portfolioRequestOf } from './portfolio-draft';

export interface PortfolioForm {
  readonly draft: PortfolioDraft;
  readonly change: (change: Partial<PortfolioDraft>) => void;
  /** Value, change and the service's objection of a field by its path. */
  readonly field: (path: string) => FieldState;
  /** Strategy, execution and search, as the forms of other runs have them. */
  readonly run: RunForm;
  readonly request: Record<string, unknown>;
  readonly problem: Problem | null;
  readonly isSending: boolean;
  readonly submit: () => void;
}

interface FieldState {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** The draft of a request, and its way to the page of its run. */
export function usePortfolioForm(initial: PortfolioDraft): PortfolioForm {
  const [draft, setDraft] = useState(initial);
  const { problem, isSending, submit } = useSubmission(TARGETS[draft.mode]);
  const change = (part: Partial<PortfolioDraft>) => setDraft((before) => ({ ...before, ...part }));
  const request = portfolioRequestOf(draft);
  const send = () => submit(request);
  return {
    draft,
    change,
    field: (path) => ({
      value: draft.texts[path] ?? '',
      onChange: (value) => change({ texts: { ...draft.texts, [path]: value } }),
      error: fieldError(problem, path),
    }),
    run: {
      kind: 'backtest',
      draft: draft.run,
      change: (part) => change({ run: { ...draft.run, ...part } }),
      request,
      problem: problem && withoutPrefix(problem),
      isSending,
      submit: send,
    },
    request,
    problem,
    isSending,
    submit: send,
  };
}

/** A single run names the fields of `rules` by themselves. */
const withoutPrefix = ({ status, message, errors }: Problem) =>
  new Problem(
    status,
    message,
    errors.map((error) => ({ ...error, field: error.field.replace(/^rules\./, '') })),
  );

export const TARGETS: Readonly<Record<Mode, Target>> = {
  run: {
    path: '/api/v1/backtesting/portfolio',
    page: '/console/portfolios/$id',
    readReason: reasonOfPortfolio,
  },
  sweep: {
    path: '/api/v1/backtesting/portfolio/sweep',
    page: '/console/sweeps/$id',
    readReason: () => Promise.resolve(null),
  },
  'walk-forward': {
    path: '/api/v1/backtesting/portfolio/walk-forward',
    page: '/console/walk-forwards/$id',
    readReason: () => Promise.resolve(null),
  },
};

async function reasonOfPortfolio(id: number): Promise<string | null> {
  const path = '/api/v1/backtesting/portfolio/{p_id}/report';
  const { detail } = await answer<Schemas['PortfolioReportRead']>(
    api.GET(path, { params: { path: { p_id: id } } }),
  );
  return detail;
}
