import { type Merge } from './ward-linkage';
import { type WeightWorkspace } from './weight-workspace';

interface Branch {
  /** From left to right. */
  readonly order: readonly number[];
  /** How many of the first belong to its left child before it was turned; all where it is a leaf. */
  readonly leftSize: number;
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
  // Of two leaves of a branch: the shortest path through all of it between them.
  const paths = workspace.array('paths', leaves * leaves).fill(0);
  const half = workspace.array('half paths', leaves * leaves);
  const branches: Branch[] = Array.from({ length: leaves }, (_, leaf) => ({ order: [leaf], leftSize: 1 }));
  for (const { left, right } of merges) {
    branches.push(joinBranches(branches[left], branches[right], { paths, half, distances, leaves }));
  }
  return branches[branches.length - 1].order;
}

interface Tables {
  readonly paths: Float64Array;
  readonly half: Float64Array;
  readonly distances: Float64Array;
  readonly leaves: number;
}

function joinBranches(left: Branch, right: Branch, tables: Tables): Branch {
  const { paths, half, distances, leaves } = tables;
  // From each leaf of the left branch through all of it and one step on, to each of the right one.
  left.order.forEach((from, index) => {
    const ends = oppositeEnds(left, index);
    for (const to of right.order) {
      let least = Infinity;
      for (const end of ends) {
        least = Math.min(least, paths[from * leaves + end] + distances[to * leaves + end]);
      }
      half[from * leaves + to] = least;
    }
  });
  let shortest = Infinity;
  let isLeftTurned = false;
  let isRightTurned = false;
  right.order.forEach((to, rightIndex) => {
    const starts = oppositeEnds(right, rightIndex);
    left.order.forEach((from, leftIndex) => {
      let least = Infinity;
      for (const start of starts) {
        least = Math.min(least, half[from * leaves + start] + paths[to * leaves + start]);
      }
      paths[from * leaves + to] = least;
      paths[to * leaves + from] = least;
      if (least >= shortest) return;
      shortest = least;
      isLeftTurned = leftIndex >= left.leftSize;
      isRightTurned = right.order.length > 1 && rightIndex < right.leftSize;
    });
  });
  return {
    order: [
      ...(isLeftTurned ? left.order.toReversed() : left.order),
      ...(isRightTurned ? right.order.toReversed() : right.order),
    ],
    leftSize: left.order.length,
  };
}

/** Where a path through a branch can end that begins at that leaf: in the other of its two children. */
function oppositeEnds({ order, leftSize }: Branch, index: number): readonly number[] {
  if (order.length === 1) return order;
  return index < leftSize ? order.slice(leftSize) : order.slice(0, leftSize);
}
