import type { RunCondition } from './run-conditions';
import type { RUN_SORTS } from './run-measures';

export interface RunOrder {
  readonly by: (typeof RUN_SORTS)[number];
  readonly ascending: boolean;
}

/** Where a page of runs ends. */
export interface RunPosition {
  /** Of the measure that the list is sorted by; null also where it is sorted by time. */
  readonly value: number | null;
  /** Of the submission, since 1970 UTC. */
  readonly microseconds: number;
  readonly kind: string;
  readonly id: number;
}

/** A part of a sorted list that can be read along an index. */
export interface RunStretch {
  readonly conditions: readonly RunCondition[];
  /** As SQL; null where the list is sorted by time alone. */
  readonly measure: string | null;
  readonly direction: 'ASC' | 'DESC';
  readonly nulls: 'NULLS FIRST' | 'NULLS LAST';
  /** How runs that are equal in the measure follow each other. */
  readonly newest: 'ASC' | 'DESC';
}

/** How the index of a measure is sorted; the others are sorted the largest first. */
const SMALLEST_FIRST: ReadonlySet<string> = new Set(['max_drawdown']);

/** What follows a position in the list, or all of it: runs with the measure, then those without. */
export function stretchesOf({ by, ascending }: RunOrder, before?: RunPosition): RunStretch[] {
  const direction = ascending ? 'ASC' : 'DESC';
  if (by === 'created_at') {
    const conditions = before ? [submitted(ascending ? '>' : '<', before)] : [];
    return [{ conditions, measure: null, direction, nulls: 'NULLS LAST', newest: direction }];
  }
  const measure = `run.${by}`;
  const indexed = SMALLEST_FIRST.has(by) ? 'ASC' : 'DESC';
  const isPastValues = before?.value === null;
  const valued: RunStretch = {
    conditions: [
      { sql: `${measure} is not null`, values: {} },
      ...(before && !isPastValues ? [pastValue(measure, ascending, before)] : []),
    ],
    measure,
    direction,
    // No run of the stretch is without the measure: so the index is read backwards as well.
    nulls: direction === indexed ? 'NULLS LAST' : 'NULLS FIRST',
    newest: 'DESC',
  };
  const missing: RunStretch = {
    conditions: [
      { sql: `${measure} is null`, values: {} },
      ...(before && isPastValues ? [submitted('<', before)] : []),
    ],
    measure,
    direction: indexed,
    nulls: 'NULLS LAST',
    newest: 'DESC',
  };
  return isPastValues ? [missing] : [valued, missing];
}

const SUBMITTED = 'run.created_at, run.kind, run.run_id';
const POSITION = `timestamptz 'epoch' + :microseconds * interval '1 microsecond', :pastKind, :pastId`;

function submitted(comparison: '<' | '>', before: RunPosition): RunCondition {
  return { sql: `(${SUBMITTED}) ${comparison} (${POSITION})`, values: valuesOf(before) };
}

/** Where measure and submission descend alike, one comparison is a range of the index. */
function pastValue(measure: string, ascending: boolean, before: RunPosition): RunCondition {
  const sql = ascending
    ? `${measure} >= :value and (${measure} > :value or (${SUBMITTED}) < (${POSITION}))`
    : `(${measure}, ${SUBMITTED}) < (:value, ${POSITION})`;
  return { sql, values: { ...valuesOf(before), value: before.value } };
}

function valuesOf({ microseconds, kind, id }: RunPosition) {
  return { microseconds, pastKind: kind, pastId: id };
}
