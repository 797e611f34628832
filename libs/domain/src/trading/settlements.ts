import { lastCloseBy } from './last-close';
import { STORED_INTERVALS } from './stored-intervals';

/** SQL: when a rate of `funding_rates` was settled; it is stamped some milliseconds late. */
export const SETTLED_AT = `date_trunc('minute', funding_time + interval '30 seconds')`;

/**
 * SQL: on which price a rate of `funding_rates` was settled. Where the source reports no mark price it is the close of the last candle that
 * had closed within a day before, of the finest interval that has one; null where none has.
 */
export const SETTLEMENT_PRICE = `coalesce(mark_price, (
  select candle.close from series join ${STORED_INTERVALS} using (interval)
  cross join lateral (${lastCloseBy(SETTLED_AT)}) as candle
  where (series.exchange, series.symbol) = (funding_rates.exchange, funding_rates.symbol)
  order by known.seconds limit 1))`;
