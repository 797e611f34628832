/**
 * What a row yields, one after the other. Durations are in milliseconds unless `format` says otherwise.
 *
 *   { what, ours, peer?, peerName?, goal?, format?, wantsMore? }   `goal` from below; without one the line only informs. Less is
 *                                                                  better, unless it has `wantsMore`
 *   missing(what, why)                                             a peer that is not installed
 */
export const atMostTimes = (factor) => ({
  text: `≤ ${factor}×`,
  isMet: ({ ours, peer }) => ours / peer <= factor,
});

export const timesFaster = (factor) => ({
  text: `≥ ${factor}× faster`,
  isFaster: true,
  isMet: ({ ours, peer }) => peer / ours >= factor,
});

/** A limit for our own figure, whatever the peer's. */
export const within = (limit) => ({
  text: `≤ ${limit} ms`,
  isMet: ({ ours }) => ours <= limit,
});

/** A limit for our own figure in MiB, and how it is written. */
export const withinMebibytes = (limit) => ({
  format: (mebibytes) => `${mebibytes.toFixed(0)} MiB`,
  goal: { text: `≤ ${limit.toLocaleString('en')} MiB`, isMet: ({ ours }) => ours <= limit },
});

export const none = {
  text: 'none',
  isMet: ({ ours }) => ours === 0,
};

export const missing = (what, why) => ({ what, missing: why });

/** Thrown when contestants did not compute the same: their times would mean nothing. */
export class Disagreement extends Error {
  name = 'Disagreement';
}

export function requireAgreement(condition, message) {
  if (!condition) throw new Disagreement(message);
}

/** Equal but for rounding: to `tolerance`, relative for figures above 1. Null is only equal to null. */
export function requireClose(ours, theirs, what, tolerance = 1e-9) {
  const bothNull = ours === null && theirs === null;
  const isClose =
    bothNull ||
    (ours !== null && theirs !== null && Math.abs(ours - theirs) <= tolerance * Math.max(1, Math.abs(ours)));
  requireAgreement(isClose, `${what}: ours is ${ours}, the peer's ${theirs}`);
}
