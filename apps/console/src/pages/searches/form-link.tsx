import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Parameters } from '../../format/parameters';
import { portfolioSearchOf } from '../portfolios/again';
import { backtestOf, type Search, searchOf } from './search';

const FORMS = { sweep: '/console/sweeps/new', 'walk-forward': '/console/walk-forwards/new' } as const;

interface FormLinkProps {
  readonly of: Search;
  /** The search that is to be made of it; without it, a run with the combination. */
  readonly as?: keyof typeof FORMS;
  readonly combination?: Parameters;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

/** Leads to the form of a new search like this one, or of a run with one of its combinations. */
export function FormLink({ of: search, as, combination = {}, className, label, children }: FormLinkProps) {
  const shown = { className, 'aria-label': label, children };
  const portfolio = portfolioSearchOf(search, combination);
  if (portfolio) {
    const grid = as && { mode: as, param_grid: search.request?.param_grid as typeof portfolio.param_grid };
    return <Link to="/console/portfolios/new" search={{ ...portfolio, ...grid }} {...shown} />;
  }
  if (as) return <Link to={FORMS[as]} search={searchOf(search)} {...shown} />;
  return <Link to="/console/backtests/new" search={backtestOf(search, combination)} {...shown} />;
}
