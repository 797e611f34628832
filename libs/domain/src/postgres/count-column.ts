/** Converts a bigint, which pg gives as text, to a number: of counts, which no double is too small for. */
export const COUNT = { from: Number, to: (count?: number) => count };
