/** A tree of clusters: leaves are 0 … leaves − 1, the cluster that merge k makes is leaves + k. The lower number is the left one. */
export interface Merge {
  readonly left: number;
  readonly right: number;
}

interface FoundMerge {
  readonly one: number;
  readonly other: number;
  readonly height: number;
}

/**
 * Ward's clustering of leaves by their distances (leaves × leaves; overwritten): each merge adds least to the squares within
 * clusters. Merges are in the order of their heights. The chain of nearest neighbours finds them in leaves² steps.
 *
 * Sources: J. Ward, Hierarchical grouping to optimize an objective function (1963); D. Müllner, Modern hierarchical,
 * agglomerative clustering algorithms (2011).
 */
export function wardLinkage(distances: Float64Array, leaves: number): Merge[] {
  const found = findMerges(distances, leaves);
  found.sort((one, other) => one.height - other.height);

  const clusterOf = Int32Array.from({ length: leaves }, (_, leaf) => leaf);
  return found.map(({ one, other }, index) => {
    const [left, right] = [clusterOf[one], clusterOf[other]].sort((a, b) => a - b);
    for (let leaf = 0; leaf < leaves; leaf++) {
      if (clusterOf[leaf] === left || clusterOf[leaf] === right) clusterOf[leaf] = leaves + index;
    }
    return { left, right };
  });
}

/** Clusters are named by one of their leaves. */
function findMerges(distances: Float64Array, leaves: number): FoundMerge[] {
  const sizes = new Int32Array(leaves).fill(1);
  const chain: number[] = [];
  const merges: FoundMerge[] = [];
  while (merges.length < leaves - 1) {
    if (chain.length === 0) chain.push(sizes.findIndex((size) => size > 0));
    const last = chain[chain.length - 1];
    const previous = chain.length > 1 ? chain[chain.length - 2] : -1;
    const nearest = nearestTo(last, previous, distances, sizes);
    if (nearest !== previous) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    const [one, other] = last < previous ? [last, previous] : [previous, last];
    const height = distances[one * leaves + other];
    merges.push({ one, other, height });
    join(one, other, height, distances, sizes);
  }
  return merges;
}

/** The one before it in the chain where it is as near as others: the chain could not end otherwise. */
function nearestTo(cluster: number, previous: number, distances: Float64Array, sizes: Int32Array): number {
  const from = cluster * sizes.length;
  let nearest = previous;
  let least = previous < 0 ? Infinity : distances[from + previous];
  for (let other = 0; other < sizes.length; other++) {
    if (other === cluster || sizes[other] === 0 || distances[from + other] >= least) continue;
    least = distances[from + other];
    nearest = other;
  }
  return nearest;
}

/** The joined cluster keeps the name of the second. */
function join(
  merged: number,
  kept: number,
  height: number,
  distances: Float64Array,
  sizes: Int32Array,
): void {
  const leaves = sizes.length;
  for (let other = 0; other < leaves; other++) {
    if (other === merged || other === kept || sizes[other] === 0) continue;
    const fromMerged = distances[merged * leaves + other];
    const fromKept = distances[kept * leaves + other];
    const squares =
      (sizes[merged] + sizes[other]) * fromMerged * fromMerged +
      (sizes[kept] + sizes[other]) * fromKept * fromKept -
      sizes[other] * height * height;
    const distance = Math.sqrt(Math.max(0, squares) / (sizes[merged] + sizes[kept] + sizes[other]));
    distances[kept * leaves + other] = distance;
    distances[other * leaves + kept] = distance;
  }
  sizes[kept] += sizes[merged];
  sizes[merged] = 0;
}
