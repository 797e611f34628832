import { type SubmitEvent, useState } from 'react';
import { ChoiceField, TextField } from '../../forms/inputs';
import { indicatorEntries, INDICATORS, indicatorTitle, MOST_INDICATORS } from './indicator-list';

interface IndicatorChooserProps {
  /** `sma:20,macd:12:26:9` */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** What the service objects to. */
  readonly error: string | undefined;
}

const NAMES = Object.entries(INDICATORS).map(([value, { title }]) => ({ value, label: title }));

/** The indicators that are drawn, and the form that adds one with its parameters. */
export function IndicatorChooser({ value, onChange, error }: IndicatorChooserProps) {
  const entries = indicatorEntries(value);
  const [name, setName] = useState('sma');
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const parameters = INDICATORS[name]?.parameters ?? [];
  const change = (changed: readonly string[]) =>
    onChange(changed.length === 0 ? undefined : changed.join(','));
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const values = parameters.map((parameter) => given[parameter.name]?.trim() || String(parameter.default));
    change([...new Set([...entries, [name, ...values].join(':')])]);
  };
  return (
    <form className="form" onSubmit={add}>
      <div className="fields">
        <ChoiceField
          label="Indicator"
          value={name}
          onChange={(chosen) => {
            setName(chosen);
            setGiven({});
          }}
          options={NAMES}
          error={error}
        />
        {parameters.map((parameter) => (
          <TextField
            key={`${name} ${parameter.name}`}
            label={parameter.name.replaceAll('_', ' ')}
            kind="decimal"
            value={given[parameter.name] ?? String(parameter.default)}
            onChange={(text) => setGiven({ ...given, [parameter.name]: text })}
          />
        ))}
      </div>
      <div className="row">
        <button type="submit" className="button" disabled={entries.length >= MOST_INDICATORS}>
          Add the indicator
        </button>
        {entries.map((entry) => (
          <button
            key={entry}
            type="button"
            className="button"
            aria-label={`Remove ${indicatorTitle(entry)}`}
            onClick={() => change(entries.filter((other) => other !== entry))}
          >
            {indicatorTitle(entry)} <span aria-hidden="true">×</span>
          </button>
        ))}
      </div>
    </form>
  );
}
