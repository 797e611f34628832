import { median } from './statistics.mjs';

/**
 * One measurement of several repetitions of a row: medians of both sides, and the least and the largest ratio as its `spread` (of our own
 * figure where there is no peer). A line that a repetition lacks is made of the others.
 */
export function summarise(repetitions) {
  const lines = new Map();
  for (const measurement of repetitions.flat()) {
    const name = nameOf(measurement);
    lines.set(name, [...(lines.get(name) ?? []), measurement]);
  }
  return [...lines.values()].map((line) => {
    const [first] = line;
    if (first.missing) return first;
    const figures = line.map(figureOf);
    return {
      ...first,
      ours: median(line.map(({ ours }) => ours)),
      ...(first.peer !== undefined && { peer: median(line.map(({ peer }) => peer)) }),
      spread: [Math.min(...figures), Math.max(...figures)],
    };
  });
}

/** What a line is called in every run. */
export const nameOf = ({ what, peerName }) => (peerName ? `${what}, against ${peerName}` : what);

/** What runs are compared by, less being better: the ratio, or our own figure where there is no peer. */
export const figureOf = ({ ours, peer }) => (peer === undefined ? ours : ours / peer);
