import { REGIMES } from '#engine/regime/label-states';
import { formatDateTime } from '#engine/market/parse-time';
import { type EventDeclaration, ONE_EACH } from './event-declaration';
import {
  integer,
  nullable,
  number,
  SERIES_FIELDS,
  decimal,
  signedDecimal,
  time,
  type ValuesOf,
  words,
} from './event-fields';

const HOURLY = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1h' } as const;

const GAP_FIELDS = {
  ...SERIES_FIELDS,
  start: time('Open time of the first missing candle'),
  end: time('Open time of the last missing candle'),
  missing: integer('Candles that are missing in the range', 1),
};

export const GAP_FOUND = {
  title: 'Gap found',
  summary: 'Candles that the calendar of the series expects are not stored.',
  version: 1,
  scope: 'series',
  fields: GAP_FIELDS,
  example: { ...HOURLY, start: '2024-01-01T03:00:00Z', end: '2024-01-01T05:00:00Z', missing: 3 },
  identity: ({ exchange, symbol, interval, start, end }) => [exchange, symbol, interval, start, end],
  unfold: ONE_EACH,
} as const satisfies EventDeclaration<typeof GAP_FIELDS>;

const REPAIR_FIELDS = {
  job_id: integer('Identifier of the job, as in GET /api/v1/market-data/gaps/repair/{job_id}', 1),
  run: integer('Which queueing of the job it was', 1),
  ...SERIES_FIELDS,
  requested: integer('Candles that were requested from the exchange'),
  repaired: integer('Candles that it had and that are stored now'),
  no_trades: integer('Candles that it did not have at two attempts an hour apart'),
  still_missing: integer('Candles that are missing and may still come'),
};

export const GAP_REPAIRED = {
  title: 'Gap repaired',
  summary: 'A gap repair finished.',
  version: 1,
  scope: 'series',
  fields: REPAIR_FIELDS,
  example: { job_id: 4, run: 1, ...HOURLY, requested: 3, repaired: 3, no_trades: 0, still_missing: 0 },
  identity: ({ job_id, run }) => [job_id, run],
  unfold: ONE_EACH,
} as const satisfies EventDeclaration<typeof REPAIR_FIELDS>;

/** Funding time in milliseconds since 1970 UTC, the rate and the mark price (null: not reported) as decimal text. */
type RecordedRate = readonly [fundingTime: number, fundingRate: string, markPrice: string | null];

/** Rates of one symbol and one commit: as many events. */
export interface RecordedFunding {
  readonly exchange: string;
  readonly symbol: string;
  readonly rates: readonly RecordedRate[];
}

const FUNDING_FIELDS = {
  exchange: SERIES_FIELDS.exchange,
  symbol: SERIES_FIELDS.symbol,
  funding_time: time('When the payment was due'),
  funding_rate: signedDecimal('Fraction of the value of the position; negative where shorts pay'),
  mark_price: nullable(decimal('Price of the payment, in the quote currency; null: not reported')),
};

export const FUNDING_SETTLED = {
  title: 'Funding settled',
  summary: 'The funding rate of a perpetual swap was stored, or a stored one was corrected.',
  version: 1,
  scope: 'symbol',
  fields: FUNDING_FIELDS,
  example: {
    exchange: 'binance',
    symbol: 'BTC/USDT:USDT',
    funding_time: '2024-01-01T08:00:00Z',
    funding_rate: '0.00037409',
    mark_price: '42609.64882979',
  },
  identity: ({ exchange, symbol, funding_time }: ValuesOf<typeof FUNDING_FIELDS>) => [
    exchange,
    symbol,
    funding_time,
  ],
  unfold: ({ exchange, symbol, rates }: RecordedFunding) =>
    rates.map(([fundingTime, funding_rate, mark_price]) => {
      return { exchange, symbol, funding_time: formatDateTime(fundingTime), funding_rate, mark_price };
    }),
} as const satisfies EventDeclaration<typeof FUNDING_FIELDS, RecordedFunding>;

const REGIME_FIELDS = {
  ...SERIES_FIELDS,
  regime: words('Regime at the last closed candle', REGIMES),
  previous_regime: nullable(words('The one that was computed before; null: none was', REGIMES)),
  confidence: number('Probability of the regime, 0 to 1'),
  computed_at: time('When it was computed'),
};

export const REGIME_CHANGED = {
  title: 'Regime changed',
  summary: 'The regime that was computed for a series is not the one that was stored before.',
  version: 1,
  scope: 'series',
  fields: REGIME_FIELDS,
  example: {
    ...HOURLY,
    regime: 'bear',
    previous_regime: 'ranging',
    confidence: 0.9731,
    computed_at: '2024-01-02T00:00:02Z',
  },
  identity: ({ exchange, symbol, interval, computed_at }) => [exchange, symbol, interval, computed_at],
  unfold: ONE_EACH,
} as const satisfies EventDeclaration<typeof REGIME_FIELDS>;

const FEATURE_FIELDS = {
  ...SERIES_FIELDS,
  as_of: time('Open time of the newest closed candle that is in them'),
  feature_version: integer('Version of the definitions', 1),
  computed_at: time('When they were computed'),
};

export const FEATURES_COMPUTED = {
  title: 'Features computed',
  summary: 'The features of a series were computed and stored: read them from GET /api/v1/features.',
  version: 1,
  scope: 'series',
  fields: FEATURE_FIELDS,
  example: {
    ...HOURLY,
    as_of: '2024-01-02T00:00:00Z',
    feature_version: 1,
    computed_at: '2024-01-02T01:00:02Z',
  },
  identity: ({ exchange, symbol, interval, as_of }) => [exchange, symbol, interval, as_of],
  unfold: ONE_EACH,
} as const satisfies EventDeclaration<typeof FEATURE_FIELDS>;
