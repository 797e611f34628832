import type { Schemas } from '../../api/hooks';
import { exact } from '../../format/numbers';
import { ChoiceField, TextField } from '../../forms/inputs';

type ParameterRule = Schemas['ParameterRuleRead'];

interface ParameterFieldProps {
  readonly name: string;
  readonly rule: ParameterRule;
  readonly value: string;
  readonly error?: string;
  readonly onChange: (value: string) => void;
}

/** What a value must be: integer from 1 to 1,999; default 10. */
export function ruleText({ type, minimum, maximum, default: byDefault, words }: ParameterRule): string {
  if (words) return `${words.join(', ')}; default ${words[byDefault] ?? byDefault}`;
  return `${type === 'integer' ? 'Integer' : 'Number'} from ${exact(minimum)} to ${exact(maximum)}; default ${exact(byDefault)}`;
}

/** A parameter with its rule; blank is its default. */
export function ParameterField({ name, rule, value, error, onChange }: ParameterFieldProps) {
  const hint = `${rule.summary} ${ruleText(rule)}.`;
  const label = <code>{name}</code>;
  if (rule.words) {
    const byDefault = { value: '', label: `default: ${rule.words[rule.default] ?? rule.default}` };
    const options = [byDefault, ...rule.words];
    return (
      <ChoiceField
        label={label}
        value={value}
        onChange={onChange}
        hint={hint}
        error={error}
        options={options}
      />
    );
  }
  return (
    <TextField
      label={label}
      kind={rule.type === 'integer' ? 'integer' : 'decimal'}
      value={value}
      placeholder={String(rule.default)}
      onChange={onChange}
      hint={hint}
      error={error}
    />
  );
}
