import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import { ProblemNotice } from '../../components/problem-notice';
import { Empty, QueryView } from '../../components/query-view';
import { type StoredSeries, useStoredSeries } from '../../forms/series-picker';
import { Page } from '../../layout/page';
import type { PortfolioSearch } from '../search-parameters';
import { ExecutionFields } from '../submit/execution-fields';
import { wholeRange } from '../submit/range-fields';
import { RequestText } from '../submit/request-text';
import { AllocationFields } from './allocation-fields';
import { portfolioDraftOf } from './portfolio-draft';
import { RebalanceFields } from './rebalance-fields';
import { SearchCards } from './search-cards';
import { UniverseFields } from './universe-fields';
import { TARGETS, usePortfolioForm } from './use-portfolio-form';

const SUBMIT = {
  run: 'Run the portfolio',
  sweep: 'Run the sweep',
  'walk-forward': 'Run the walk-forward',
} as const;

/** The form of a new portfolio run, or of a search over its settings. */
export function NewPortfolioPage() {
  const search = useSearch({ from: '/console/portfolios/new' });
  const strategies = useRead('/api/v1/backtesting/strategies');
  const series = useStoredSeries();
  return (
    <Page title="New portfolio run" lead="Many series in one account: weighted, ranked, or traded by rules.">
      <QueryView query={strategies}>
        {(known) => (
          <QueryView
            query={series}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <Empty>
                No candles are stored yet. <Link to="/console/import">Import a CSV</Link>, or collect candles
                from an exchange.
              </Empty>
            }
          >
            {({ items }) => <Form search={search} known={known} stored={items} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

interface FormProps {
  readonly search: PortfolioSearch;
  readonly known: Schemas['StrategiesRead'];
  readonly stored: readonly StoredSeries[];
}

function Form({ search, known, stored }: FormProps) {
  const initial = useMemo(() => initialDraft(search, stored), [search, stored]);
  const form = usePortfolioForm(initial);
  const { draft, problem } = form;
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <div className="grid">
        <UniverseFields form={form} stored={stored} />
        <AllocationFields form={form} known={known} />
        <RebalanceFields form={form} />
        <SearchCards form={form} />
        <ExecutionFields form={form.run} />
        <RequestText path={TARGETS[draft.mode].path} request={form.request} />
      </div>
      {problem && <ProblemNotice problem={problem} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={form.isSending}>
          {form.isSending ? 'Submitting …' : SUBMIT[draft.mode]}
        </button>
      </div>
    </form>
  );
}

/** What the address says; else the range of the series with the most candles of the interval. */
function initialDraft(search: PortfolioSearch, stored: readonly StoredSeries[]) {
  const draft = portfolioDraftOf(search);
  const candidates = stored.filter(({ interval }) => interval === draft.interval);
  const longest = [...(candidates.length > 0 ? candidates : stored)].sort(
    (one, other) => other.stored - one.stored,
  )[0];
  const range = longest && wholeRange(longest);
  return {
    ...draft,
    interval: search.interval ?? longest?.interval ?? draft.interval,
    start: draft.start || (range?.start ?? ''),
    end: draft.end || (range?.end ?? ''),
  };
}
