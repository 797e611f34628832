/** Where the kernels' memory has what. */

export const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Doubles in a region: more than the longest window has. */
export const REGION = 2_048;

/**
 * Between two regions, for the last step of a kernel that takes several values at a time; and since a processor's cache
 * looks values up by the low bits of their addresses, which would be the same in all regions.
 */
const GAP = 8;

const REGIONS = 9;

export const BYTES_OF_REGIONS = REGIONS * (REGION + GAP) * BYTES;

export function addressOf(region: number): number {
  return region * (REGION + GAP) * BYTES;
}

/** The regions of the kernels over columns; the values are two of them, a stretch and what comes before it. */
export const VALUES = 0;
export const LOWS = 2;
export const CLOSES = 3;
export const VOLUMES = 4;
export const RESULTS = [5, 6, 7] as const;
export const STATE = 8;
