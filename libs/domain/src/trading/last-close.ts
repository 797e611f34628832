/** A candle that closed longer before is no price of a time. */
const LONGEST_AGE = '1 day';

/** SQL: the close of the last candle of `series`, whose interval `known` has, that had closed by a time (an SQL expression). */
export function lastCloseBy(time: string): string {
  return `
    select close from candlesticks
    where series_id = series.id and open_time <= ${time} - make_interval(secs => known.seconds)
      and open_time >= ${time} - make_interval(secs => known.seconds) - interval '${LONGEST_AGE}'
    order by open_time desc limit 1`;
}
