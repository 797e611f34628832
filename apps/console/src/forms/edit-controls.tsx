import type { Problem } from '../api/problem';
import type { Draft, EditField } from './edit-changes';
import { Field, fieldError } from './field';
import { ChoiceField, TextField } from './inputs';

interface EditControlsProps {
  readonly fields: readonly EditField[];
  readonly draft: Draft;
  readonly problem: Problem | undefined;
  readonly onChange: (draft: Draft) => void;
}

/** The fields of a record, each with what the service says of it. */
export function EditControls({ fields, draft, problem, onChange }: EditControlsProps) {
  return (
    <div className="fields">
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          error={fieldError(problem, field.name)}
          onChange={(value) => onChange({ ...draft, [field.name]: value })}
        />
      ))}
    </div>
  );
}

interface ControlProps {
  readonly field: EditField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Control({ field, value, error, onChange }: ControlProps) {
  const { label, kind, hint, options, suggestions, required } = field;
  const common = { label, value, onChange, hint, error, required };
  if (kind === 'choice') return <ChoiceField {...common} options={options ?? []} />;
  if (kind === 'tags') return <TextField {...common} hint={hint ?? 'With commas between'} />;
  if (kind !== 'long') return <TextField {...common} kind={kind} suggestions={suggestions} />;
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea {...attributes} rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
