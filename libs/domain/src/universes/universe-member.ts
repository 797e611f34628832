import type { FieldProblem } from '#engine/market/validate-candle';

/** A series of a universe, and the UTC days on which it is a member, both inclusive; null: as long as it has candles. */
export interface UniverseMember {
  /** Null where no exchange has the symbol: known at the submission of a run that names none. */
  readonly exchange: string | null;
  readonly symbol: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * What no universe may have, by the position of the member: days that end before they begin, and the same series on the same day twice.
 * A series that left a universe and came back is a member in each of its periods.
 */
export function findMemberProblems(members: readonly UniverseMember[]): FieldProblem[] {
  const reversed = members.flatMap(({ from, to }, index) =>
    from !== null && to !== null && from > to
      ? [{ field: `${index}.from`, message: 'must not be after to' }]
      : [],
  );
  const bySeries = new Map<string, Placed[]>();
  for (const [index, member] of members.entries()) {
    const series = JSON.stringify([member.exchange, member.symbol]);
    bySeries.set(series, [...(bySeries.get(series) ?? []), [index, member]]);
  }
  const repeated = [...bySeries.values()].flatMap((periods) => overlapsIn(periods));
  return [...reversed, ...repeated.sort((one, other) => one.index - other.index).map(toProblem)];
}

type Placed = readonly [index: number, member: UniverseMember];

/** The members of one series that begin before the one before them is over. */
function overlapsIn(periods: readonly Placed[]) {
  const ordered = [...periods].sort(([, one], [, other]) => (one.from ?? '').localeCompare(other.from ?? ''));
  return ordered.slice(1).flatMap(([index, member], position) => {
    const [earlier, { to }] = ordered[position];
    const overlaps = to === null || (member.from ?? '') <= to;
    return overlaps ? [{ index, earlier, member }] : [];
  });
}

function toProblem({
  index,
  earlier,
  member: { symbol },
}: ReturnType<typeof overlapsIn>[number]): FieldProblem {
  const message = `is ${symbol} again, on days on which member ${earlier} is it already: a series may be a member twice only in periods that do not overlap`;
  return { field: `${index}.symbol`, message };
}
