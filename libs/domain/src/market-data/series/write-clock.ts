/**
 * SQL over a row of `series` that its writer has locked: the time of this write, in whole milliseconds, by the database's clock,
 * but at least one millisecond after the series' last write. So a time names one write of its series, also where the clock was
 * set back or another server took over.
 */
export const NEXT_WRITE_AT_SQL = `date_trunc('milliseconds', greatest(clock_timestamp(), last_write_at + interval '1 millisecond'))`;
