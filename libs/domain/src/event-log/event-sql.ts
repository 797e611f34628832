/** SQL: a time of whole seconds, as the API shows it. */
export const TIME_TEXT = (time: string) =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** SQL: a time in milliseconds since 1970 UTC, a float: of thousands, numbers are read in a fraction of the time. */
export const EPOCH_MILLISECONDS = (time: string) => `date_part('epoch', ${time}) * 1000`;

/** SQL: the same, an integer. */
export const MILLISECONDS = (time: string) => `(${EPOCH_MILLISECONDS(time)})::bigint`;
