import { useDeferredValue, useMemo, useState } from 'react';
import { ChoiceField, TextField } from '../../forms/inputs';
import { type FilterFields, NO_FILTER, toFilter } from './journal-filter';

const ANY = { value: '', label: 'any' };

/** The filter as it is typed. Its query lags behind, so that typing stays quick. */
export function useJournalFilter() {
  const [fields, setFields] = useState(NO_FILTER);
  const typed = useDeferredValue(fields);
  const filter = useMemo(() => toFilter(typed), [typed]);
  return { fields, setFields, filter };
}

interface JournalFilterFieldsProps {
  readonly fields: FilterFields;
  readonly onChange: (fields: FilterFields) => void;
}

export function JournalFilterFields({ fields, onChange }: JournalFilterFieldsProps) {
  const bound = (name: keyof FilterFields) => ({
    value: fields[name],
    onChange: (value: string) => onChange({ ...fields, [name]: value }),
  });
  return (
    <div className="fields">
      <TextField label="Symbol" placeholder="BTC/USDT" {...bound('symbol')} />
      <ChoiceField label="Side" options={[ANY, 'buy', 'sell']} {...bound('side')} />
      <ChoiceField label="State" options={[ANY, 'open', 'closed']} {...bound('status')} />
      <TextField label="Account" {...bound('account')} />
      <ChoiceField label="Source" options={[ANY, 'manual', 'fills']} {...bound('source')} />
      <TextField label="Tag" {...bound('tag')} />
      <TextField label="Strategy idea (number)" kind="integer" {...bound('idea_id')} />
      <TextField label="Entered from (UTC)" kind="date" {...bound('start')} />
      <TextField label="Entered to (UTC)" kind="date" {...bound('end')} />
    </div>
  );
}
