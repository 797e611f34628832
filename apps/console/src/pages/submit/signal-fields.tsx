import { Link } from '@tanstack/react-router';
import { type Schemas, useRead } from '../../api/hooks';
import { Empty, QueryView } from '../../components/query-view';
import { count } from '../../format/numbers';
import { fieldError } from '../../forms/field';
import { CheckField, ChoiceField, type ChoiceOption } from '../../forms/inputs';
import { DATASET, knownText, tradableColumns, useStoredDatasets } from '../datasets/datasets';
import { ParameterField } from './parameter-field';
import { ENTRIES } from './signal-parameters';
import type { RunForm } from './use-run-form';

interface SignalFieldsProps {
  readonly form: RunForm;
  readonly strategy: Schemas['DatasetStrategyRead'];
}

/** The dataset whose column is traded, and how its values are meant. */
export function SignalFields(props: SignalFieldsProps) {
  const datasets = useStoredDatasets();
  return (
    <QueryView
      query={datasets}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Empty>
          No dataset is stored yet. <Link to="/console/datasets">Upload one</Link> first.
        </Empty>
      }
    >
      {({ items }) => <Fields {...props} names={items.map(({ name }) => name)} />}
    </QueryView>
  );
}

function Fields({ form, strategy, names }: SignalFieldsProps & { readonly names: readonly string[] }) {
  const { draft, change, problem } = form;
  const texts = draft.parameters;
  const { dataset: name = '', version = '', column = '' } = texts;
  const set = (changed: Readonly<Record<string, string>>) => change({ parameters: { ...texts, ...changed } });
  const described = useRead(
    DATASET,
    { params: { path: { name }, query: version === '' ? {} : { version: Number(version) } } },
    { enabled: name !== '', keepPrevious: true },
  );
  const dataset = name === '' ? undefined : described.data;
  const columns = dataset ? tradableColumns(dataset).map((each) => each.name) : [];
  const versions = dataset?.versions.map((each) => ({
    value: String(each.version),
    label: `${count(each.version)}: ${count(each.row_count)} rows to ${each.end.slice(0, 10)}`,
  }));
  const field = (parameter: keyof typeof strategy.fields) => ({
    label: <code>{parameter}</code>,
    value: texts[parameter] ?? '',
    onChange: (value: string) => set({ [parameter]: value }),
    hint: strategy.fields[parameter],
    error: fieldError(problem, `parameters.${parameter}`),
  });
  const isOfTargets = texts.mode !== ENTRIES;
  return (
    <div className="fields">
      <ChoiceField
        {...field('dataset')}
        required
        hint={dataset ? `A row of it is known ${knownText(dataset)}` : strategy.fields.dataset}
        onChange={(chosen) => set({ dataset: chosen, version: '', column: '' })}
        error={field('dataset').error ?? described.error?.message}
        options={withChosen(names, name, 'Choose a dataset')}
      />
      <ChoiceField
        {...field('version')}
        options={withChosen(versions ?? [], version, 'default: the newest')}
      />
      <ChoiceField
        {...field('column')}
        required
        hint={
          dataset && columns.length === 0
            ? 'This version has no column of numbers or flags'
            : strategy.fields.column
        }
        options={withChosen(columns, column, 'Choose a column')}
      />
      <ChoiceField
        {...field('mode')}
        options={[{ value: '', label: 'default: target' }, 'target', ENTRIES]}
      />
      {isOfTargets && <Rebalance {...field('rebalance')} />}
      {Object.entries(strategy.parameters)
        .filter(([parameter]) => isOfTargets || parameter !== 'threshold')
        .map(([parameter, rule]) => (
          <ParameterField
            key={parameter}
            name={parameter}
            rule={rule}
            value={texts[parameter] ?? ''}
            error={fieldError(problem, `parameters.${parameter}`)}
            onChange={(value) => set({ [parameter]: value })}
          />
        ))}
    </div>
  );
}

interface RebalanceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
  readonly error: string | undefined;
}

function Rebalance({ value, onChange, hint, error }: RebalanceProps) {
  return (
    <div className="field">
      <CheckField
        label={<code>rebalance</code>}
        checked={value === 'true'}
        onChange={(checked) => onChange(checked ? 'true' : '')}
      />
      <span className="hint">{hint}</span>
      {error !== undefined && <span className="error">{error}</span>}
    </div>
  );
}

/** The options with none before them, and with what is chosen where it is none of them: that of an address. */
function withChosen(
  options: readonly (string | ChoiceOption)[],
  chosen: string,
  none: string,
): (string | ChoiceOption)[] {
  const isListed = options.some((option) => (typeof option === 'string' ? option : option.value) === chosen);
  return [{ value: '', label: none }, ...options, ...(isListed || chosen === '' ? [] : [chosen])];
}
