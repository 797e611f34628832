/** The input that the tables of Tulip Indicators, tests/untest.txt, share. */
export const TULIP_INPUT = Float64Array.of(
  ...[81.59, 81.06, 82.87, 83, 83.61, 83.15, 82.84, 83.99, 84.55, 84.36, 85.53, 86.54, 86.89, 87.77, 87.29],
);
