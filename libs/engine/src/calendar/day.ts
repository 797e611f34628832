/** A UTC day: it has no leap seconds. */
export const DAY_MILLISECONDS = 86_400_000;
