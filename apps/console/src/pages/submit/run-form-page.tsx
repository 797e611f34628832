import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import { ProblemNotice } from '../../components/problem-notice';
import { Empty, QueryView } from '../../components/query-view';
import { type StoredSeries, useStoredSeries } from '../../forms/series-picker';
import { Page } from '../../layout/page';
import type { RunSearch } from '../search-parameters';
import { ExecutionFields } from './execution-fields';
import { RangeFields, wholeRange } from './range-fields';
import { RequestText } from './request-text';
import { draftOf, type RunKind } from './run-draft';
import { StrategyFields } from './strategy-fields';
import { type RunForm, TARGETS, useRunForm } from './use-run-form';

interface RunFormPageProps {
  readonly kind: RunKind;
  /** What the address fills in. */
  readonly search: RunSearch;
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  /** Cards of this kind of run, between range and execution. */
  readonly further?: (form: RunForm) => ReactNode;
}

/** The form of a new run: what it can be made of comes from the service, and so do its rules. */
export function RunFormPage(props: RunFormPageProps) {
  const strategies = useRead('/api/v1/backtesting/strategies');
  const series = useStoredSeries();
  return (
    <Page title={props.title} lead={props.lead}>
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
            {({ items }) => <Form {...props} known={known} stored={items} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

interface FormProps extends RunFormPageProps {
  readonly known: Schemas['StrategiesRead'];
  readonly stored: readonly StoredSeries[];
}

function Form({ kind, search, submit, further, known, stored }: FormProps) {
  const initial = useMemo(() => initialDraft(search, stored), [search, stored]);
  const form = useRunForm(kind, initial);
  const { problem } = form;
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
        <StrategyFields form={form} known={known} withDatasets={kind === 'backtest'} />
        <RangeFields {...form} />
        {further?.(form)}
        <ExecutionFields form={form} />
        <RequestText path={TARGETS[kind].path} request={form.request} />
      </div>
      {problem && <ProblemNotice problem={problem} fieldsShownElsewhere />}
      <div className="row">
        <button type="submit" className="button primary" disabled={form.isSending}>
          {form.isSending ? 'Submitting …' : submit}
        </button>
      </div>
    </form>
  );
}

/** What the address says; else the series with the most candles, over all of its range. */
function initialDraft(search: RunSearch, stored: readonly StoredSeries[]) {
  const draft = draftOf(search);
  const longest = [...stored].sort((one, other) => other.stored - one.stored)[0];
  const chosen = draft.series
    ? stored.find(
        ({ exchange, symbol, interval }) =>
          exchange === draft.series?.exchange &&
          symbol === draft.series.symbol &&
          interval === draft.series.interval,
      )
    : longest;
  const range = chosen && wholeRange(chosen);
  return {
    ...draft,
    series: draft.series ?? range?.series,
    start: draft.start || (range?.start ?? ''),
    end: draft.end || (range?.end ?? ''),
  };
}
