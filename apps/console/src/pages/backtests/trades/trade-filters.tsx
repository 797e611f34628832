import { ChoiceField, TextField } from '../../../forms/inputs';
import { EXIT_REASONS } from './trade-columns';

/** What the list is narrowed to, as it is entered. */
export interface TradeFilter {
  readonly side: '' | 'long' | 'short';
  readonly exitReason: string;
  /** Days of the entry, UTC. */
  readonly start: string;
  readonly end: string;
  readonly measure: string;
  readonly atLeast: string;
  readonly atMost: string;
}

export const NO_FILTER: TradeFilter = {
  side: '',
  exitReason: '',
  start: '',
  end: '',
  measure: 'return',
  atLeast: '',
  atMost: '',
};

const MEASURES = [
  { value: 'return', label: 'Return', unit: 'a fraction: 0.01 is 1 %' },
  { value: 'pnl', label: 'Net profit', unit: 'in the quote currency' },
  { value: 'mae', label: 'MAE', unit: 'a fraction: 0.01 is 1 %' },
  { value: 'mfe', label: 'MFE', unit: 'a fraction: 0.01 is 1 %' },
  { value: 'duration', label: 'Time held', unit: 'in seconds' },
  { value: 'fees', label: 'Fees', unit: 'in the quote currency' },
  { value: 'quantity', label: 'Quantity', unit: 'in the base currency' },
] as const;

const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/;

const boundError = (text: string): string | undefined =>
  text === '' || NUMBER.test(text) ? undefined : 'must be a number such as 0.05';

/** The filter as the query of the service. What is not a number yet narrows nothing. */
export function filterQuery(filter: TradeFilter) {
  const { side, exitReason, start, end, measure, atLeast, atMost } = filter;
  const bound = (text: string) => (NUMBER.test(text) ? `${measure}:${Number(text)}` : undefined);
  return {
    ...(side !== '' && { side }),
    ...(exitReason !== '' && { exit_reason: exitReason as 'signal' }),
    ...(start !== '' && { start: `${start}T00:00:00Z` }),
    ...(end !== '' && { end: `${end}T23:59:59.999Z` }),
    ...(bound(atLeast) !== undefined && { at_least: bound(atLeast) }),
    ...(bound(atMost) !== undefined && { at_most: bound(atMost) }),
  };
}

interface TradeFiltersProps {
  /** Those that a trade of the run can have. */
  readonly exitReasons?: typeof EXIT_REASONS;
  readonly value: TradeFilter;
  readonly onChange: (value: TradeFilter) => void;
}

export function TradeFilters({ value, onChange, exitReasons = EXIT_REASONS }: TradeFiltersProps) {
  const change = (part: Partial<TradeFilter>) => onChange({ ...value, ...part });
  const unit = MEASURES.find((measure) => measure.value === value.measure)?.unit;
  return (
    <div className="fields">
      <ChoiceField
        label="Side"
        value={value.side}
        onChange={(side) => change({ side: side as TradeFilter['side'] })}
        options={[{ value: '', label: 'long and short' }, 'long', 'short']}
      />
      <ChoiceField
        label="Exit by"
        value={value.exitReason}
        onChange={(exitReason) => change({ exitReason })}
        options={[
          { value: '', label: 'any reason' },
          ...Object.entries(exitReasons).map(([reason, { label }]) => ({ value: reason, label })),
        ]}
      />
      <TextField
        label="Entered from"
        kind="date"
        hint="UTC day"
        value={value.start}
        onChange={(start) => change({ start })}
      />
      <TextField
        label="Entered until"
        kind="date"
        hint="UTC day, inclusive"
        value={value.end}
        onChange={(end) => change({ end })}
      />
      <ChoiceField
        label="Figure"
        value={value.measure}
        onChange={(measure) => change({ measure })}
        options={MEASURES}
        hint={unit}
      />
      <TextField
        label="At least"
        kind="decimal"
        value={value.atLeast}
        error={boundError(value.atLeast)}
        onChange={(atLeast) => change({ atLeast })}
      />
      <TextField
        label="At most"
        kind="decimal"
        value={value.atMost}
        error={boundError(value.atMost)}
        onChange={(atMost) => change({ atMost })}
      />
    </div>
  );
}
