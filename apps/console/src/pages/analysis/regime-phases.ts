import type { Schemas } from '../../api/hooks';

/** Bars in a row with one regime. */
export interface Phase {
  readonly label: Schemas['Regime'];
  /** Open of the first bar. */
  readonly start: string;
  /** Open of the last bar. */
  readonly end: string;
}

/** The phases of a history, oldest first. */
export function phasesOf(history: readonly Schemas['DatedRegimeRead'][]): readonly Phase[] {
  const phases: Phase[] = [];
  for (const { time, label } of history) {
    const last = phases.at(-1);
    if (last?.label === label) phases[phases.length - 1] = { ...last, end: time };
    else phases.push({ label, start: time, end: time });
  }
  return phases;
}
