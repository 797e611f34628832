/**
 * Numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed on every machine: T. Ettinger's mulberry32, a
 * counter of 32 bits and a mixing of it. Good enough to draw a sample; not for secrets.
 */
export function seededRandom(seed: number): () => number {
  let counter = seed >>> 0;
  return () => {
    counter = (counter + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(counter ^ (counter >>> 15), counter | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
