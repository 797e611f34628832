import type { Distance } from './execution';
import type { Refuse } from './read-fees';

type DistanceField = 'stop_loss' | 'take_profit' | 'trailing_stop';

/** A loss of the whole price is no stop; a gain may be a multiple of it. */
const FRACTION_BOUNDS: Readonly<Record<DistanceField, { readonly below: number }>> = {
  stop_loss: { below: 1 },
  take_profit: { below: 100 },
  trailing_stop: { below: 1 },
};
const MAXIMUM_ATR = 100;

/** `{fraction}` of the entry price or `{atr}`, a multiple of ATR(14); null where the field is absent or null. */
export function readDistance(
  settings: Readonly<Record<string, unknown>>,
  field: DistanceField,
  refuse: Refuse,
): Distance | null {
  const given = settings[field];
  if (given === undefined || given === null) return null;
  const { below } = FRACTION_BOUNDS[field];
  const entries = typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : [];
  const [unit, value] = entries.length === 1 ? (entries[0] as [string, unknown]) : [undefined, undefined];
  if (typeof value === 'number' && value > 0) {
    if (unit === 'fraction' && value < below) return { unit, value };
    if (unit === 'atr' && value <= MAXIMUM_ATR) return { unit, value };
  }
  refuse(
    field,
    `must be {"fraction": a number above 0 and below ${below}} or {"atr": a number above 0 and at most ${MAXIMUM_ATR}}, ` +
      'or null',
  );
  return null;
}
