/** SQL: a time of whole seconds, as the API shows it. */
export const TIME_TEXT = (time: string) =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** SQL: milliseconds since 1970. */
export const MILLISECONDS = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint`;
