import { type Merge } from './ward-linkage';
import { type WeightWorkspace } from './weight-workspace';

/** Leaves are named by their position in the tree before anything is reversed: a branch is from `first` to before `end`. */
interface Branch {
  readonly first: number;
  /** Where its right child begins; `first` where it is a leaf. */
  readonly middle: number;
  readonly end: number;
  /** From left to right, with what is reversed. */
  readonly order: readonly number[];
}

/**
 * The leaves of a tree in a row, so that neighbours are near: each merge puts its two branches side by side, turned round
 * or not, by the ends of the shortest path through all leaves of both which the tree allows.
 *
 * Such paths are those of Z. Bar-Joseph, D. Gifford and T. Jaakkola, Fast optimal leaf ordering for hierarchical clustering
 * (2001). As in scipy's `optimal_leaf_ordering`, which skfolio orders by, a branch keeps the order that its own merge gave
 * it and is turned as a whole: the row is not always the shortest of the whole tree (scipy's issue 11227 describes it).
 *
 * `distances` is leaves × leaves. The cost is at most of the order of leaves³.
 */
export function orderLeaves(
  merges: readonly Merge[],
  distances: Float64Array,
  leaves: number,
  workspace: WeightWorkspace,
): readonly number[] {
  const positions = positionLeaves(merges, leaves);
  const sorted = workspace.array('sorted distances', leaves * leaves);
  for (let row = 0; row < leaves; row++) {
    for (let column = 0; column < leaves; column++) {
      sorted[positions[row] * leaves + positions[column]] = distances[row * leaves + column];
    }
  }
  const tables: Tables = {
    paths: workspace.array('paths', leaves * leaves).fill(0),
    half: workspace.array('half paths', leaves * leaves),
    distances: sorted,
    leaves,
  };
  const branches = Array.from(positions, (first): Branch => ({
    first,
    middle: first,
    end: first + 1,
    order: [first],
  }));
  for (const { left, right } of merges) branches.push(joinBranches(branches[left], branches[right], tables));
  const leafAt = new Int32Array(leaves);
  positions.forEach((position, leaf) => (leafAt[position] = leaf));
  return branches[branches.length - 1].order.map((position) => leafAt[position]);
}

/** Each leaf's position when every left child is before its right one. */
function positionLeaves(merges: readonly Merge[], leaves: number): Int32Array {
  const sizes = new Int32Array(leaves + merges.length).fill(1);
  merges.forEach(({ left, right }, index) => (sizes[leaves + index] = sizes[left] + sizes[right]));
  const firsts = new Int32Array(leaves + merges.length);
  for (let index = merges.length - 1; index >= 0; index--) {
    const { left, right } = merges[index];
    firsts[left] = firsts[leaves + index];
    firsts[right] = firsts[left] + sizes[left];
  }
  return firsts.subarray(0, leaves);
}

interface Tables {
  /** Of two leaves of a branch: the shortest path through all of it between them. */
  readonly paths: Float64Array;
  /** From a leaf of the left branch through all of it, and one step on to a leaf of the right one. */
  readonly half: Float64Array;
  readonly distances: Float64Array;
  readonly leaves: number;
}

function joinBranches(left: Branch, right: Branch, { paths, half, distances, leaves }: Tables): Branch {
  for (let from = left.first; from < left.end; from++) {
    const { start, stop } = oppositeEnds(left, from);
    for (let to = right.first; to < right.end; to++) {
      half[from * leaves + to] = shortestSum(paths, from * leaves, distances, to * leaves, start, stop);
    }
  }
  let shortest = Infinity;
  let isLeftReversed = false;
  let isRightReversed = false;
  for (let to = right.first; to < right.end; to++) {
    const { start, stop } = oppositeEnds(right, to);
    for (let from = left.first; from < left.end; from++) {
      const least = shortestSum(half, from * leaves, paths, to * leaves, start, stop);
      paths[from * leaves + to] = least;
      paths[to * leaves + from] = least;
      if (least >= shortest) continue;
      shortest = least;
      isLeftReversed = left.middle > left.first && from >= left.middle;
      isRightReversed = to < right.middle;
    }
  }
  return {
    first: left.first,
    middle: right.first,
    end: right.end,
    order: [
      ...(isLeftReversed ? left.order.toReversed() : left.order),
      ...(isRightReversed ? right.order.toReversed() : right.order),
    ],
  };
}

/** Where a path through a branch can end that begins at that leaf: in the other of its two children. */
function oppositeEnds({ first, middle, end }: Branch, leaf: number) {
  return leaf < middle ? { start: middle, stop: end } : { start: first, stop: Math.max(middle, first + 1) };
}

function shortestSum(
  one: Float64Array,
  oneRow: number,
  other: Float64Array,
  otherRow: number,
  start: number,
  stop: number,
): number {
  let least = Infinity;
  for (let column = start; column < stop; column++) {
    const sum = one[oneRow + column] + other[otherRow + column];
    if (sum < least) least = sum;
  }
  return least;
}
