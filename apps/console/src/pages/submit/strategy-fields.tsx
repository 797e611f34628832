import type { Schemas } from '../../api/hooks';
import { fieldError } from '../../forms/field';
import { CheckField, ChoiceField, TextAreaField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { GridFields } from './grid-fields';
import { readJson } from './json-text';
import { ParameterField } from './parameter-field';
import { CUSTOM, rulesOf } from './run-draft';
import { SignalFields } from './signal-fields';
import type { RunForm } from './use-run-form';

const REGIMES = ['bull', 'bear', 'ranging'];

interface StrategyFieldsProps {
  readonly form: RunForm;
  readonly known: Schemas['StrategiesRead'];
  /** Strategies that a dataset decides are of single runs of one series. */
  readonly withDatasets?: boolean;
}

/** The strategy with its parameters; in a search also the values to try of each. */
export function StrategyFields({ form, known, withDatasets = false }: StrategyFieldsProps) {
  const { draft, change, problem, kind } = form;
  const { strategies, wrappers } = known;
  const ofDatasets = withDatasets ? known.dataset_strategies : [];
  const signals = ofDatasets.find(({ name }) => name === draft.strategy);
  const wrapper = wrappers.find(({ name }) => name === draft.strategy);
  const isCustom = draft.strategy === CUSTOM;
  const summary = isCustom
    ? 'Rules that you write as JSON: when to enter and when to leave.'
    : (signals ?? wrapper ?? strategies.find(({ name }) => name === draft.strategy))?.summary;
  const rules = rulesOf(known, draft);
  const names = strategies.map(({ name }) => name);
  // Parameters belong to their strategy.
  const choose = (strategy: string) => change({ strategy, parameters: {}, grid: undefined });
  return (
    <Card title="Strategy" wide>
      <div className="form">
        <ChoiceField
          label="Strategy"
          value={draft.strategy}
          onChange={choose}
          hint={summary}
          error={fieldError(problem, 'strategy_name')}
          options={[
            ...[...strategies, ...wrappers, ...ofDatasets].map(({ name }) => name),
            { value: CUSTOM, label: 'custom rules' },
          ]}
        />
        {wrapper && (
          <>
            <ChoiceField
              label="Base strategy"
              value={draft.base}
              onChange={(base) => change({ base, parameters: {}, grid: undefined })}
              hint={wrapper.fields.base}
              error={fieldError(problem, 'parameters.base')}
              options={names}
            />
            <Regimes form={form} hint={wrapper.fields.regimes} />
          </>
        )}
        {isCustom && <Rules form={form} />}
        {signals && <SignalFields form={form} strategy={signals} />}
        {!isCustom && !signals && kind === 'backtest' && (
          <div className="fields">
            {Object.entries(rules).map(([name, rule]) => (
              <ParameterField
                key={name}
                name={name}
                rule={rule}
                value={draft.parameters[name] ?? ''}
                error={fieldError(problem, `parameters.${name}`)}
                onChange={(value) => change({ parameters: { ...draft.parameters, [name]: value } })}
              />
            ))}
          </div>
        )}
        {kind !== 'backtest' && <GridFields form={form} known={known} />}
      </div>
    </Card>
  );
}

function Regimes({ form, hint }: { readonly form: RunForm; readonly hint: string }) {
  const { draft, change, problem } = form;
  const error = fieldError(problem, 'parameters.regimes');
  const toggle = (regime: string, checked: boolean) =>
    change({ regimes: REGIMES.filter((one) => (one === regime ? checked : draft.regimes.includes(one))) });
  return (
    <fieldset>
      <legend>Regimes</legend>
      <div className="row">
        {REGIMES.map((regime) => (
          <CheckField
            key={regime}
            label={regime}
            checked={draft.regimes.includes(regime)}
            onChange={(checked) => toggle(regime, checked)}
          />
        ))}
      </div>
      <div className="field">
        <span className="hint">{hint}</span>
        {error !== undefined && <span className="error">{error}</span>}
      </div>
    </fieldset>
  );
}

function Rules({ form: { draft, change, problem } }: { readonly form: RunForm }) {
  const read = readJson(draft.rules);
  const errors = problem?.errors.filter(({ field }) => field.startsWith('parameters')) ?? [];
  const refused = errors.length > 0 ? errors.map(({ message }) => message).join('; ') : undefined;
  return (
    <TextAreaField
      label="Parameters with the rules, as JSON"
      value={draft.rules}
      rows={14}
      onChange={(rules) => change({ rules })}
      error={'problem' in read ? read.problem : refused}
      hint={
        <>
          Conditions and expressions of <code>entry_long</code>, <code>exit_long</code>,{' '}
          <code>entry_short</code> and <code>exit_short</code>; numbers beside the rules are parameters. The
          language is in the <a href="/docs">API documentation</a>, at <code>RuleNode</code>.
        </>
      }
    />
  );
}
