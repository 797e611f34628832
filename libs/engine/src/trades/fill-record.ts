import {
  DECIMAL_TEXT_RULE,
  isDecimalText,
  POSITIVE_DECIMAL_PATTERN,
  SIGNED_DECIMAL_PATTERN,
} from '../decimal/decimal-text';
import { EXCHANGE_MAXIMUM_CHARACTERS, SYMBOL_MAXIMUM_CHARACTERS } from '../market/candle-record';
import { DATE_TIME, type FieldRule, POSITIVE_DECIMAL, textRule } from '../market/field-rule';
import { optional, type RecordOf } from '../market/record-fields';

/** JSON Schema, draft 7, of what a rule accepts. */
type FieldSchema = Readonly<Record<string, unknown>>;

/** A rule with the schema that says the same. */
interface SchemaRule<T> extends FieldRule<T> {
  readonly schema: FieldSchema;
}

const NAME_CHARACTERS = 128;
const TAG_CHARACTERS = 64;
const CURRENCY_CHARACTERS = 32;
const MOST_TAGS = 50;
const TAG = text(TAG_CHARACTERS);

const POSITIVE: SchemaRule<string> = {
  ...POSITIVE_DECIMAL,
  schema: { type: 'string', format: 'decimal', pattern: POSITIVE_DECIMAL_PATTERN },
};

/** A decimal that may be negative: "-0.5" is a rebate, or a short position. */
export const SIGNED_DECIMAL: SchemaRule<string> = {
  rule: `must be ${DECIMAL_TEXT_RULE}; with a minus sign where it is negative`,
  read: (value) =>
    typeof value === 'string' && isDecimalText(value.startsWith('-') ? value.slice(1) : value)
      ? value.replace(/^-(?=[0.]+$)/, '')
      : undefined,
  schema: { type: 'string', format: 'decimal', pattern: SIGNED_DECIMAL_PATTERN },
};

/** Milliseconds since 1970 UTC, and not before. */
const TIME: SchemaRule<number> = {
  rule: `${DATE_TIME.rule}, from 1970-01-01`,
  read: (value) => {
    const time = DATE_TIME.read(value);
    return time !== undefined && time >= 0 ? time : undefined;
  },
  schema: { type: 'string', format: 'date-time' },
};

const SEQUENCE: SchemaRule<number> = {
  rule: 'must be an integer from 0 to 9007199254740991',
  read: (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined),
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
};

/** Free labels of a fill or of a journal entry, each once. */
export const TAGS: SchemaRule<readonly string[]> = {
  rule: `must be a list of at most ${MOST_TAGS} texts, each of 1 to ${TAG_CHARACTERS} characters without control characters`,
  read: (value) =>
    Array.isArray(value) && value.length <= MOST_TAGS && value.every((tag) => TAG.read(tag) !== undefined)
      ? [...new Set(value as string[])]
      : undefined,
  schema: { type: 'array', items: TAG.schema, maxItems: MOST_TAGS },
};

function text(maximumCharacters: number): SchemaRule<string> {
  return {
    ...textRule(maximumCharacters),
    schema: { type: 'string', minLength: 1, maxLength: maximumCharacters },
  };
}

function oneOf<const Word extends string>(words: readonly Word[]): SchemaRule<Word> {
  return {
    rule: `must be one of ${words.join(', ')}`,
    read: (value) => words.find((word) => word === value),
    schema: { type: 'string', enum: [...words] },
  };
}

function described<T>(rule: SchemaRule<T>, description: string, ...examples: unknown[]): SchemaRule<T> {
  return { ...rule, schema: { ...rule.schema, description, ...(examples.length > 0 && { examples }) } };
}

const ACCOUNT = described(text(NAME_CHARACTERS), "The sender's account", 'main');
const EXCHANGE = described(text(EXCHANGE_MAXIMUM_CHARACTERS), 'The exchange, verbatim', 'binance');
const SYMBOL = described(
  text(SYMBOL_MAXIMUM_CHARACTERS),
  'The symbol, verbatim; unified symbols such as BTC/USDT for crypto',
  'BTC/USDT',
);
const POSITION_SIDE = described(
  oneOf(['long', 'short']),
  'The position that it belongs to, where the account holds longs and shorts of a symbol side by side',
);

/** The fields of a fill, each under the name by which it comes in. */
export const FILL_FIELDS = {
  fill_id: described(
    text(NAME_CHARACTERS),
    'Identifier of the fill, unique by account and exchange',
    '28457',
  ),
  account: ACCOUNT,
  exchange: EXCHANGE,
  symbol: SYMBOL,
  side: described(oneOf(['buy', 'sell']), 'Side of the order'),
  price: described(POSITIVE, 'Price of the execution (quote currency)', '42314.00'),
  quantity: described(POSITIVE, 'What was executed (units of the base currency, or contracts)', '0.05'),
  fee: optional(
    described(SIGNED_DECIMAL, 'Fee in its currency (units); negative: a rebate. Left out: none', '1.05785'),
  ),
  fee_currency: optional(
    described(text(CURRENCY_CHARACTERS), 'Currency of the fee; left out: the settlement currency', 'USDT'),
  ),
  liquidity: optional(
    described(oneOf(['maker', 'taker']), 'maker: its order was in the book; taker: it met one that was'),
  ),
  time: described(TIME, 'When it was executed, RFC 3339, from 1970 on', '2024-01-02T00:00:03.123Z'),
  sequence: optional(
    described(
      SEQUENCE,
      'Orders fills of the same millisecond (no unit); left out: the nanoseconds of its time within it',
      1,
    ),
  ),
  position_side: optional(POSITION_SIDE),
  multiplier: optional(
    described(
      POSITIVE,
      'What one contract is (units of the base currency, of an inverse contract of the quote currency); left out: 1',
      '0.001',
    ),
  ),
  lot_size: optional(
    described(
      POSITIVE,
      'Smallest quantity that can be traded (units of the base currency, or contracts): a position below it is flat',
      '0.0001',
    ),
  ),
  order_id: optional(described(text(NAME_CHARACTERS), 'Identifier of its order', '100234')),
  strategy: optional(described(text(NAME_CHARACTERS), 'Strategy that sent the order', 'sma_cross')),
  tags: optional(described(TAGS, 'Free labels', ['breakout'])),
} as const;

/** The fields of a report of a position, each under the name by which it comes in. */
export const POSITION_FIELDS = {
  account: ACCOUNT,
  exchange: EXCHANGE,
  symbol: SYMBOL,
  position_side: optional(POSITION_SIDE),
  quantity: described(
    SIGNED_DECIMAL,
    'What is held (units of the base currency, or contracts); negative: short',
    '-0.5',
  ),
  average_price: optional(described(POSITIVE, 'Average cost (quote currency)', '42314.00')),
  time: described(TIME, 'When the position was so, RFC 3339, from 1970 on', '2024-01-02T00:00:04Z'),
} as const;

export type FillRecord = RecordOf<typeof FILL_FIELDS>;
export type PositionRecord = RecordOf<typeof POSITION_FIELDS>;
