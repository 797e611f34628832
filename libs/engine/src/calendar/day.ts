/** A UTC day: it has no leap seconds. */
export const DAY_MILLISECONDS = 86_400_000;

export const HOUR_MILLISECONDS = 3_600_000;

/** 1970 began on a Thursday. */
const DAYS_BEFORE_1970 = 3;

/** Of a day by its number from 1970-01-01 on: 0 for Monday to 6 for Sunday. */
export const mondayBasedWeekday = (day: number) => (day + DAYS_BEFORE_1970) % 7;

/** The number of the ISO week of such a day; weeks begin on Monday. */
export const weekOf = (day: number) => Math.floor((day + DAYS_BEFORE_1970) / 7);
