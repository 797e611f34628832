import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/hooks';

type RunKind = Schemas['RunKind'];

/** What names a run among all of them. */
interface RunName {
  readonly kind: RunKind;
  readonly id: number;
  /** What clients call it. */
  readonly name?: string | null;
}

export const RUN_KINDS: Readonly<Record<RunKind, string>> = {
  backtest: 'Backtest',
  sweep: 'Sweep',
  'walk-forward': 'Walk-forward',
  portfolio: 'Portfolio',
};

const PAGES = {
  backtest: '/console/backtests/$id',
  sweep: '/console/sweeps/$id',
  'walk-forward': '/console/walk-forwards/$id',
  portfolio: '/console/runs',
} as const satisfies Record<RunKind, string>;

/** `backtest:42`, as `compare` takes it. */
export const runKey = ({ kind, id }: RunName): string => `${kind}:${id}`;

/** Backtest 42, with its name where it has one. */
export const runText = ({ kind, id, name }: RunName): string =>
  `${RUN_KINDS[kind]} ${id}${name ? `: ${name}` : ''}`;

interface RunLinkProps extends RunName {
  /** Without it what names the run. */
  readonly children?: ReactNode;
}

/** Leads to the page of a run of any kind. */
export function RunLink({ children, ...run }: RunLinkProps) {
  return (
    <Link to={PAGES[run.kind]} params={{ id: String(run.id) }}>
      {children ?? runText(run)}
    </Link>
  );
}
