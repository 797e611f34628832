import type { Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { toCandlestickId } from '../market-data/series/candlestick-id';
import { CANDLE_SOURCES } from '../market-data/series/candle-writes';
import { type EventDeclaration, ONE_EACH } from './event-declaration';
import { decimal, integer, SERIES_FIELDS, text, time, type ValuesOf, words } from './event-fields';

/** A row holds at most so many candles; a commit with more of a series is one `candles.loaded`. */
const MOST_CANDLES_OF_EVENT = 1_000;

/** Open time in milliseconds since 1970 UTC, and the five numbers as decimal text. */
export type RecordedCandle = readonly [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
];

/** Candles of one series and one commit, ascending by open time: as many events. */
interface RecordedCandles {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: Interval;
  readonly seriesId: number;
  /** The series' version after the commit. */
  readonly revision: number;
  /** At most MOST_CANDLES_OF_EVENT. */
  readonly candles: readonly RecordedCandle[];
}

const REVISION = integer(
  'Version of the series after the write; of two events of one candle the one with the higher revision is newer',
);

const CANDLE_FIELDS = {
  id: integer('Identifier of the candle, as in GET /api/v1/market-data/candlesticks/{candle_id}', 1),
  ...SERIES_FIELDS,
  open_time: time('When the candle opens'),
  open: decimal('First price, in the quote currency'),
  high: decimal('Highest price, in the quote currency'),
  low: decimal('Lowest price, in the quote currency'),
  close: decimal('Last price, in the quote currency'),
  volume: decimal('Traded quantity, in the base currency'),
  revision: REVISION,
};

const SERIES_EXAMPLE = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1m' } as const;

const CANDLE_EXAMPLE = {
  id: 5_999_034_556,
  ...SERIES_EXAMPLE,
  open_time: '2024-01-01T00:01:00Z',
  open: '42314.00',
  high: '42335.80',
  low: '42289.63',
  close: '42331.92',
  volume: '21.16779',
  revision: 17,
} as const;

const CANDLE = {
  version: 1,
  scope: 'series',
  fields: CANDLE_FIELDS,
  identity: ({ id, revision }: ValuesOf<typeof CANDLE_FIELDS>) => [id, revision],
  unfold: ({ candles, seriesId, exchange, symbol, interval, revision }: RecordedCandles) =>
    candles.map(([openTime, open, high, low, close, volume]) => {
      const id = toCandlestickId(seriesId, new Date(openTime));
      const open_time = formatDateTime(openTime);
      return { id, exchange, symbol, interval, open_time, open, high, low, close, volume, revision };
    }),
} as const;

export const CANDLE_CLOSED = {
  ...CANDLE,
  title: 'Candle closed',
  summary: 'A candle is stored that is final: it closed, or came in as history.',
  example: CANDLE_EXAMPLE,
} as const satisfies EventDeclaration<typeof CANDLE_FIELDS, RecordedCandles>;

export const CANDLE_CORRECTED = {
  ...CANDLE,
  title: 'Candle corrected',
  summary:
    'A closed candle was replaced by one with other numbers; what it was before is kept as a revision.',
  example: { ...CANDLE_EXAMPLE, volume: '21.26779', revision: 18 },
} as const satisfies EventDeclaration<typeof CANDLE_FIELDS, RecordedCandles>;

const LOADED_FIELDS = {
  ...SERIES_FIELDS,
  start: time('Open time of the first candle that changed'),
  end: time('Open time of the last candle that changed'),
  inserted: integer('Candles that were not stored before'),
  updated: integer('Candles that had been stored with other numbers'),
  revision: REVISION,
};

export const CANDLES_LOADED = {
  title: 'Candles loaded',
  summary: `More than ${MOST_CANDLES_OF_EVENT} candles of a series were stored at once: query them by their range.`,
  version: 1,
  scope: 'series',
  fields: LOADED_FIELDS,
  example: {
    ...SERIES_EXAMPLE,
    start: '2024-01-01T00:00:00Z',
    end: '2024-01-31T23:59:00Z',
    inserted: 44_640,
    updated: 0,
    revision: 1,
  },
  identity: ({ exchange, symbol, interval, revision }) => [exchange, symbol, interval, revision],
  unfold: ONE_EACH,
} as const satisfies EventDeclaration<typeof LOADED_FIELDS>;

const REFUSED = 'as it came in: it need not be a number';

const QUARANTINED_FIELDS = {
  id: integer('Identifier of the entry, as in GET /api/v1/market-data/quarantine', 1),
  ...SERIES_FIELDS,
  open_time: time('When the candle opens'),
  open: text(`First price, ${REFUSED}`),
  high: text(`Highest price, ${REFUSED}`),
  low: text(`Lowest price, ${REFUSED}`),
  close: text(`Last price, ${REFUSED}`),
  volume: text(`Traded quantity, ${REFUSED}`),
  source: words('Who delivered it', CANDLE_SOURCES),
  reason: text('`outlier`, or a sentence that names each rule it broke'),
};

export const CANDLE_QUARANTINED = {
  title: 'Candle quarantined',
  summary: 'A candle came in that validation refuses; it is held in quarantine with the reason.',
  version: 1,
  scope: 'series',
  fields: QUARANTINED_FIELDS,
  example: {
    id: 12,
    ...SERIES_EXAMPLE,
    open_time: '2024-01-01T00:02:00Z',
    open: '42331.92',
    high: '423319.20',
    low: '42331.92',
    close: '423319.20',
    volume: '3.1',
    source: 'feed',
    reason: 'outlier',
  },
  identity: ({ id }) => [id],
  unfold: ONE_EACH,
} as const satisfies EventDeclaration<typeof QUARANTINED_FIELDS>;
