import { ApiProperty } from '@nestjs/swagger';
import type { RollUpProblem, SeriesGlance } from '#domain/gaps/series-overview';
import { FEED_STATES, type FeedReport } from '#domain/market-data/series/feed-state.entity';
import { type Calendar, CALENDARS } from '#engine/calendar/calendar';
import { SYMBOL_MAXIMUM_CHARACTERS } from '#engine/market/candle-record';
import { INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { RecordPageQuery } from '../http/page.dto';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { OneOfField, TextField } from '../http/validation/fields';
import { EXCHANGE, SYMBOL, withSeriesFilter } from './series-name.dto';

const TIME = { type: String, format: 'date-time', nullable: true } as const;
const COUNT = { type: 'integer', nullable: true } as const;

export class ListSeriesQuery extends withSeriesFilter(RecordPageQuery) {
  @TextField({
    description:
      'Only series whose exchange and symbol, with a space between them, contain this, in upper or lower case',
    example: 'spx',
    maximum: SYMBOL_MAXIMUM_CHARACTERS,
    optional: true,
  })
  contains?: string;
}

/** One calendar for all intervals of a symbol. */
export class ChangeCalendarDto {
  @TextField(EXCHANGE)
  exchange: string;

  @TextField(SYMBOL)
  symbol: string;

  @OneOfField(CALENDARS, {
    example: '24x5',
    description:
      '24x7: round the clock, 365 days a year. 24x5: Sunday 17:00 to Friday 17:00 in New York, 260 days a year. XNYS: the sessions of the NYSE, 252 days a year.',
  })
  calendar: Calendar;
}

export class FeedRead {
  @ApiProperty({
    enum: FEED_STATES,
    example: 'live',
    description:
      'live: messages are received. reconnecting: none is, and the feed tries again. stopped: the exchange refuses the series (the feed retries at growing intervals), or no worker runs the feed.',
  })
  state: FeedReport['state'];

  @ApiProperty({ example: '2024-02-01T09:30:00Z', format: 'date-time', description: 'When the state began' })
  since: string;

  @ApiProperty({ example: '2024-02-01T09:30:05Z', ...TIME, description: 'When a message was received last' })
  last_message_at: string | null;

  @ApiProperty({
    example: 'binance has no BTC/USDT',
    type: String,
    nullable: true,
    description: 'Why the feed is not live; null while it is, or begins',
  })
  error: string | null;
}

class RollUpProblemRead {
  @ApiProperty({ enum: INTERVALS, example: '1d', description: 'The longer interval' })
  interval: string;

  @ApiProperty({
    example: '2024-02-01T00:00:00Z',
    ...TIME,
    description:
      'The candle that is missing or not up to date; null: no candle of the interval can be rolled up now',
  })
  open_time: string | null;

  @ApiProperty({
    example:
      'Of its 1440 candles of 1m: volume 100000000000000000000 must be a decimal string such as "100.50": up to 20 digits, then optionally a point and up to 18 digits',
    description: 'Why it is left out',
  })
  reason: string;
}

export class SeriesRead {
  @ExchangeProperty()
  exchange: string;

  @SymbolProperty()
  symbol: string;

  @IntervalProperty()
  interval: string;

  @ApiProperty({ enum: CALENDARS, example: 'XNYS', description: 'When the series trades' })
  calendar: string;

  @ApiProperty({ example: '2000-01-03T00:00:00Z', ...TIME, description: 'Open time of the first candle' })
  start: string | null;

  @ApiProperty({ example: '2020-04-17T00:00:00Z', ...TIME, description: 'Open time of the last candle' })
  end: string | null;

  @ApiProperty({ example: 5_105, type: 'integer', description: 'Stored candles' })
  stored: number;

  @ApiProperty({
    example: 0,
    ...COUNT,
    description: 'Candles missing between start and end; null: not counted yet',
  })
  missing: number | null;

  @ApiProperty({
    example: 0,
    ...COUNT,
    description: 'Of the candles missing, the ones that the exchange did not have either',
  })
  no_trades: number | null;

  @ApiProperty({ example: 0, ...COUNT, description: 'Candles that do not open where their interval begins' })
  off_grid: number | null;

  @ApiProperty({
    example: '2024-02-01T09:30:05Z',
    ...TIME,
    description: 'When missing, no_trades and off_grid were counted',
  })
  counted_at: string | null;

  @ApiProperty({
    example: '2024-02-01T09:30:00Z',
    ...TIME,
    description: 'When a candle of the series was written last; null: not known',
  })
  last_write_at: string | null;

  @ApiProperty({
    example: 0,
    type: 'integer',
    description: 'Candles in quarantine: outliers, and what rules refused of feed and backfill',
  })
  quarantined: number;

  @ApiProperty({
    example: 0,
    type: 'integer',
    description:
      'Candles that a feed left unfinished and the exchange has not confirmed, two minutes after their time: runs, features, regimes and roll-ups leave them out',
  })
  unconfirmed: number;

  @ApiProperty({
    example: '2024-02-01T09:29:00Z',
    ...TIME,
    description: 'Open time of the first unconfirmed candle; null where there is none',
  })
  unconfirmed_from: string | null;

  @ApiProperty({
    type: FeedRead,
    nullable: true,
    example: {
      state: 'live',
      since: '2024-02-01T09:30:00Z',
      last_message_at: '2024-02-01T09:30:05Z',
      error: null,
    },
    description: 'The live feed of the series; null where no worker follows it',
  })
  feed: FeedRead | null;

  @ApiProperty({
    example: [],
    type: [RollUpProblemRead],
    description:
      'What roll-ups of this series into longer intervals leave out: intervals that fail, and the newest ten candles',
  })
  roll_up_problems: RollUpProblemRead[];
}

export function toSeriesRead(series: SeriesGlance): SeriesRead {
  const { exchange, symbol, interval, calendar, candles, missing, noTrades, offGrid } = series;
  const { quarantined, unconfirmed, feed } = series;
  return {
    exchange,
    symbol,
    interval,
    calendar,
    start: timeText(series.first),
    end: timeText(series.last),
    stored: candles,
    missing,
    no_trades: noTrades,
    off_grid: offGrid,
    counted_at: timeText(series.countedAt),
    last_write_at: timeText(series.lastWriteAt),
    quarantined,
    unconfirmed,
    unconfirmed_from: timeText(series.unconfirmedFrom),
    feed: feed && toFeedRead(feed),
    roll_up_problems: series.rollUpProblems.map(toRollUpProblemRead),
  };
}

function toFeedRead({ state, since, lastMessageAt, error }: FeedReport): FeedRead {
  return {
    state,
    since: formatDateTime(since),
    last_message_at: lastMessageAt === null ? null : formatDateTime(lastMessageAt),
    error,
  };
}

function toRollUpProblemRead({ interval, openTime, reason }: RollUpProblem): RollUpProblemRead {
  return { interval, open_time: openTime === null ? null : formatDateTime(openTime), reason };
}
