import { type ReactNode, useId } from 'react';
import type { Problem } from '../api/problem';

interface FieldProps {
  readonly label: ReactNode;
  /** What is allowed, and the unit. */
  readonly hint?: ReactNode;
  /** What the service said of this field. */
  readonly error?: string;
  /** The control; it gets the attributes that join it to label, hint and error. */
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A control with its label, its hint and the service's objection. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** What a problem says of a field, by its path in the body, such as `execution.fees.maker`. */
export function fieldError(problem: Problem | null | undefined, field: string): string | undefined {
  const errors = problem?.errors.filter((error) => error.field === field) ?? [];
  return errors.length === 0 ? undefined : errors.map(({ message }) => message).join('; ');
}
