import type { ReactNode } from 'react';
import { Field } from './field';

interface InputProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly required?: boolean;
}

interface TextFieldProps extends InputProps {
  /** `decimal`: digits with a point, kept as text: money and prices are never floats here. */
  readonly kind?: 'text' | 'decimal' | 'integer' | 'date' | 'time';
  readonly placeholder?: string;
  /** Values to choose from, besides any other. */
  readonly suggestions?: readonly string[];
  /** Of a date: the first and the last that can be chosen. */
  readonly min?: string;
  readonly max?: string;
}

const INPUT_MODES = {
  text: 'text',
  decimal: 'decimal',
  integer: 'numeric',
  date: 'text',
  time: 'text',
} as const;

export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onChange,
    hint,
    error,
    required,
    kind = 'text',
    placeholder,
    suggestions,
    min,
    max,
  } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            type={kind === 'date' ? 'date' : 'text'}
            inputMode={INPUT_MODES[kind]}
            list={suggestions && `${attributes.id}-list`}
            autoComplete="off"
            spellCheck={false}
            value={value}
            required={required}
            placeholder={placeholder}
            min={min}
            max={max}
            onChange={({ target }) => onChange(target.value)}
          />
          {suggestions && (
            <datalist id={`${attributes.id}-list`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

interface TextAreaFieldProps extends InputProps {
  readonly rows?: number;
}

/** A text of several lines, such as JSON. */
export function TextAreaField({ label, value, onChange, hint, error, rows = 10 }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          className="mono"
          rows={rows}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps extends InputProps {
  readonly options: readonly (string | ChoiceOption)[];
}

/** One of a list. */
export function ChoiceField({ label, value, onChange, hint, error, required, options }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          required={required}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => {
            const { value: key, label: text } =
              typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={key} value={key}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
