import { useState } from 'react';
import { fieldError } from '../../forms/field';
import { ChoiceField, TextField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import type { RunForm } from './use-run-form';

/** Of a search: value, change and the service's objection. */
function fieldsOf({ draft, change, problem }: RunForm) {
  return (name: string) => ({
    value: draft.search[name] ?? '',
    error: fieldError(problem, name),
    onChange: (value: string) => change({ search: { ...draft.search, [name]: value } }),
  });
}

const OBJECTIVES = [
  { value: '', label: 'default: Sharpe ratio' },
  { value: 'total_return', label: 'total return' },
  { value: 'calmar_ratio', label: 'Calmar ratio' },
  { value: 'sortino_ratio', label: 'Sortino ratio' },
  { value: 'system_quality_number', label: 'system quality number' },
  { value: 'profit_factor', label: 'profit factor' },
];

/** What is searched for, and how much of the grid is tried. */
export function SearchFields({ form }: { readonly form: RunForm }) {
  const field = fieldsOf(form);
  return (
    <Card title="Search">
      <div className="fields">
        <ChoiceField
          label="Objective"
          hint="The figure that is maximised"
          options={OBJECTIVES}
          {...field('objective')}
        />
        <TextField
          label="Least trades"
          kind="integer"
          placeholder="5"
          hint="Trades that a combination needs to be the best one; default 5"
          {...field('min_trades')}
        />
        <TextField
          label="Random combinations"
          kind="integer"
          hint="So many are drawn from the grid, 1 to 10,000; all are tried without"
          {...field('n_trials')}
        />
        <TextField
          label="Seed"
          kind="integer"
          placeholder="42"
          hint="Of the random draw: the same seed draws the same; default 42"
          {...field('seed')}
        />
      </div>
    </Card>
  );
}

const LENGTHS = ['train_days', 'test_days', 'step_days'];

/** How the range is cut into trainings and tests. */
export function WindowFields({ form }: { readonly form: RunForm }) {
  const field = fieldsOf(form);
  const { search } = form.draft;
  const [byLength, setByLength] = useState(LENGTHS.some((name) => search[name]));
  const choose = (value: string) => {
    setByLength(value === 'length');
    const others = value === 'length' ? ['n_splits'] : LENGTHS;
    const rest = Object.entries(search).filter(([name]) => !others.includes(name));
    form.change({ search: Object.fromEntries(rest) });
  };
  return (
    <Card title="Windows">
      <div className="fields">
        <ChoiceField
          label="Training windows"
          hint="Rolling ones move on, anchored ones grow from the start"
          options={[{ value: '', label: 'default: rolling' }, 'rolling', 'anchored']}
          {...field('mode')}
        />
        <ChoiceField
          label="Windows"
          value={byLength ? 'length' : 'number'}
          onChange={choose}
          options={[
            { value: 'number', label: 'by their number' },
            { value: 'length', label: 'by their length' },
          ]}
        />
        {byLength ? (
          <>
            <TextField label="Training" kind="integer" hint="Days, 1 to 36,500" {...field('train_days')} />
            <TextField label="Test" kind="integer" hint="Days, 1 to 36,500" {...field('test_days')} />
            <TextField
              label="Step"
              kind="integer"
              hint="Days from test to test, at least a test’s; a test’s without"
              {...field('step_days')}
            />
          </>
        ) : (
          <TextField
            label="Number of windows"
            kind="integer"
            placeholder="5"
            hint="1 to 1,000; the first training has the length of three tests; default 5"
            {...field('n_splits')}
          />
        )}
        <TextField
          label="Purge"
          kind="integer"
          placeholder="0"
          hint="Bars left out between training and test, against trades that reach from one into the other"
          {...field('purge_bars')}
        />
        <TextField
          label="Embargo"
          kind="integer"
          placeholder="0"
          hint="Further bars left out, against correlated returns"
          {...field('embargo_bars')}
        />
      </div>
    </Card>
  );
}
