import { fieldError } from '../../forms/field';
import { ChoiceField, TextAreaField, TextField } from '../../forms/inputs';
import { readJson } from '../submit/json-text';
import type { PortfolioForm } from './use-portfolio-form';

interface OrderFieldsProps {
  readonly form: PortfolioForm;
  /** Where the request has it: ranking.by. */
  readonly path: string;
  readonly label: string;
  /** What holds without an order, where it may be left out. */
  readonly none?: string;
}

/** By what members are put in order, the highest first. */
export function OrderFields({ form, path, label, none }: OrderFieldsProps) {
  const { draft, change, problem } = form;
  const { order } = draft;
  const kind = order.kind === '' && none === undefined ? 'momentum' : (order.kind ?? '');
  const state = (name: string) => ({
    value: order[name] ?? '',
    onChange: (value: string) => change({ order: { ...order, kind, [name]: value } }),
    error: fieldError(problem, `${path}.${name}`),
  });
  const rule = readJson(order.rule ?? '');
  return (
    <>
      <ChoiceField
        label={label}
        value={kind}
        onChange={(value) => change({ order: { ...order, kind: value } })}
        error={fieldError(problem, path)}
        options={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          'momentum',
          'feature',
          { value: 'rule', label: 'expression' },
        ]}
      />
      {kind === 'momentum' && (
        <>
          <TextField
            label="Momentum lookback"
            kind="integer"
            placeholder="126"
            hint="Bars that the return is taken over; default 126"
            {...state('momentum.lookback')}
          />
          <TextField
            label="Momentum skip"
            kind="integer"
            placeholder="0"
            hint="Latest bars that are left out of it; default 0"
            {...state('momentum.skip')}
          />
        </>
      )}
      {kind === 'feature' && (
        <TextField label="Feature" hint="Its name, such as rsi_14" {...state('feature')} />
      )}
      {kind === 'rule' && (
        <TextAreaField
          label="Expression, as JSON"
          rows={4}
          hint="Of the language of custom strategies, such as a rate of change"
          {...state('rule')}
          error={'problem' in rule ? rule.problem : fieldError(problem, `${path}.rule`)}
        />
      )}
    </>
  );
}
