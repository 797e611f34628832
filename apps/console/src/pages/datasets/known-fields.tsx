import type { Problem } from '../../api/problem';
import { fieldError } from '../../forms/field';
import { ChoiceField, TextField } from '../../forms/inputs';
import { INTERVALS } from '../market/series-text';
import type { Dataset } from './datasets';

/** How a row says from when on it is known. */
export interface Known {
  readonly by: string;
  readonly interval: string;
  readonly column: string;
}

const AN_INTERVAL = 'interval';
const A_COLUMN = 'available_at';
const UNDECIDED: Known = { by: '', interval: '1d', column: '' };

/** As the newest version of a dataset says it; nothing where there is none. */
export function knownOf(dataset: Dataset | undefined): Known {
  if (!dataset) return UNDECIDED;
  const { interval, available_at_column: column } = dataset;
  if (column !== null) return { ...UNDECIDED, by: A_COLUMN, column };
  return { ...UNDECIDED, by: AN_INTERVAL, interval: interval ?? '' };
}

/** As the query of the upload says it. */
export function knownQuery({ by, interval, column }: Known): Record<string, string> {
  if (by === AN_INTERVAL) return { interval };
  return by === A_COLUMN ? { available_at: column } : {};
}

interface KnownFieldsProps {
  readonly known: Known;
  readonly onChange: (known: Known) => void;
  /** Of the columns of the file. */
  readonly names: readonly string[];
  readonly problem: Problem | undefined;
}

export function KnownFields({ known, onChange, names, problem }: KnownFieldsProps) {
  const { by, interval, column } = known;
  const undecided = by === '' ? fieldError(problem, A_COLUMN) : undefined;
  return (
    <div className="fields">
      <ChoiceField
        label="When a row is known"
        value={by}
        required
        onChange={(value) => onChange({ ...known, by: value })}
        hint="A run uses a row from then on. Nothing can check it: a time that is too early is look-ahead."
        error={undecided && 'Choose one of them: without it nobody knows from when a row is known'}
        options={[
          { value: '', label: 'Choose' },
          { value: AN_INTERVAL, label: 'at the close of the bar that opens at time' },
          { value: A_COLUMN, label: 'at the time in a column' },
        ]}
      />
      {by === AN_INTERVAL && (
        <ChoiceField
          label="Length of the bar"
          value={interval}
          onChange={(value) => onChange({ ...known, interval: value })}
          error={fieldError(problem, AN_INTERVAL)}
          options={INTERVALS}
        />
      )}
      {by === A_COLUMN && (
        <TextField
          label="Column of that time"
          required
          value={column}
          onChange={(value) => onChange({ ...known, column: value })}
          suggestions={names.filter((name) => name !== '' && name !== 'time' && name !== 'symbol')}
          hint="Each row needs a value in it"
          error={fieldError(problem, A_COLUMN)}
        />
      )}
    </div>
  );
}
