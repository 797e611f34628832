import { type ValidationPlan } from './validation-plan';

/** A part of the search that one job computes: some combinations over some spans. */
export interface SearchChunk {
  readonly index: number;
  /** Positions in the plan's spans. */
  readonly spans: readonly number[];
  /** Positions in the plan's combinations: `from` (inclusive) to `to` (exclusive). */
  readonly from: number;
  readonly to: number;
}

/**
 * Cuts the search into about `wanted` chunks of equal work (bars times combinations), and never more than there are pairs
 * of a span and a combination. A chunk holds all spans of its combinations, whose signals are then computed once; only
 * when there are fewer combinations than chunks wanted does each span become a chunk of its own. The cut changes who
 * computes what, never the result.
 */
export function chunkSearch({ combinations, spans }: ValidationPlan, wanted: number): SearchChunk[] {
  const count = combinations.length;
  const all = spans.map((_, span) => span);
  const groups = count < wanted ? all.map((span) => [span]) : [all];
  const parts = Math.max(1, Math.min(count, Math.ceil(wanted / groups.length)));
  return groups.flatMap((group, groupIndex) =>
    Array.from({ length: parts }, (_, part) => ({
      index: groupIndex * parts + part,
      spans: group,
      from: Math.floor((part * count) / parts),
      to: Math.floor(((part + 1) * count) / parts),
    })),
  );
}
