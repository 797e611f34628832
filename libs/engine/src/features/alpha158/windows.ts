/** Bars of the windows that every factor is computed over. */
export const WINDOWS = [5, 10, 20, 30, 60] as const;

/** Qlib adds this to divisors, so that 0 / 0 is 0. */
export const TINY = 1e-12;
