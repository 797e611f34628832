import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import type { Problem } from '../../api/problem';
import { MEASURES } from '../../components/measures';
import { RUN_KINDS } from '../../components/run-link';
import { fieldError } from '../../forms/field';
import { ChoiceField, TextField } from '../../forms/inputs';
import { useStoredSeries } from '../../forms/series-picker';
import { FILTERS, type RunFilter, type RunListSearch } from './run-list';

const ANY = { value: '', label: 'any' };
/** Of runs over portfolios. */
const ALLOCATIONS = ['weights', 'ranking', 'rules'];
const JOB_STATES = ['pending', 'running', 'completed', 'failed'];
const VERDICT_LEVELS = [
  { value: 'likely_luck', label: 'likely luck' },
  { value: 'inconclusive', label: 'inconclusive' },
  { value: 'not_refuted', label: 'not refuted' },
  { value: 'holds_up', label: 'confirmed' },
];
const MEASURE_NAMES = 'Such as sharpe_ratio:1,trades:30';

interface RunFilterFormProps {
  readonly search: RunListSearch;
  /** What the service said of the filter. */
  readonly problem: Problem | null;
}

/** Narrows the list; the address follows, so that a list can be kept as a bookmark. */
export function RunFilterForm({ search, problem }: RunFilterFormProps) {
  const [filter, setFilter] = useState<RunFilter>(search);
  const navigate = useNavigate({ from: '/console/runs' });
  const { data: stored } = useStoredSeries();
  const symbols = [...new Set(stored?.items.map(({ symbol }) => symbol))];
  const apply = (next: RunFilter) => {
    const cleaned = Object.fromEntries(FILTERS.map((name) => [name, next[name] || undefined]));
    void navigate({ search: (before) => ({ ...before, ...cleaned }) });
  };
  const field = (name: keyof RunFilter) => ({
    value: filter[name] ?? '',
    error: fieldError(problem, name),
    onChange: (value: string) => setFilter({ ...filter, [name]: value }),
  });
  const choice = (name: keyof RunFilter) => ({
    ...field(name),
    onChange: (value: string) => {
      setFilter({ ...filter, [name]: value });
      apply({ ...filter, [name]: value });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    apply(filter);
  };
  const clear = () => {
    setFilter({});
    apply({});
  };
  return (
    <form className="form" onSubmit={submit} role="search" aria-label="Runs">
      <div className="fields">
        <ChoiceField
          label="Kind"
          {...choice('kind')}
          options={[ANY, ...Object.entries(RUN_KINDS).map(([value, label]) => ({ value, label }))]}
        />
        <ChoiceField label="State" {...choice('status')} options={[ANY, ...JOB_STATES]} />
        <ChoiceField label="Verdict" {...choice('verdict')} options={[ANY, ...VERDICT_LEVELS]} />
        <ChoiceField
          label="Author"
          {...choice('author')}
          options={[
            { value: '', label: 'everyone' },
            { value: 'me', label: 'me' },
          ]}
        />
        <TextField label="Name" hint="Part of it" {...field('name')} />
        <TextField label="Tag" {...field('tag')} />
        <TextField label="Strategy" {...field('strategy_name')} />
        <TextField label="Symbol" {...field('symbol')} suggestions={symbols} />
      </div>
      <details>
        <summary>More filters</summary>
        <div className="fields">
          <ChoiceField label="Allocation" {...choice('allocation')} options={[ANY, ...ALLOCATIONS]} />
          <TextField label="Exchange" {...field('exchange')} />
          <TextField label="Interval" hint="Such as 1h or 1d" {...field('interval')} />
          <TextField label="Parameters" hint="Such as fast:10,slow:30" {...field('parameters')} />
          <TextField label="At least" hint={MEASURE_NAMES} {...field('at_least')} />
          <TextField
            label="At most"
            hint={`Such as max_drawdown:0.2 for ${MEASURES.max_drawdown.format(0.2)}`}
            {...field('at_most')}
          />
          <TextField label="First day from" kind="date" {...field('start_date')} />
          <TextField label="Last day to" kind="date" {...field('end_date')} />
          <TextField
            label="Submitted from"
            hint="UTC, such as 2026-01-31T00:00:00Z"
            {...field('created_start')}
          />
          <TextField
            label="Submitted to"
            hint="UTC, such as 2026-01-31T00:00:00Z"
            {...field('created_end')}
          />
        </div>
      </details>
      <div className="row">
        <button type="submit" className="button primary">
          Filter
        </button>
        <button type="button" className="button" onClick={clear}>
          Clear
        </button>
      </div>
    </form>
  );
}
