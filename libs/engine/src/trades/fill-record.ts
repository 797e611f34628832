import { DECIMAL_TEXT_RULE, isDecimalText } from '../decimal/decimal-text';
import { EXCHANGE_MAXIMUM_CHARACTERS, SYMBOL_MAXIMUM_CHARACTERS } from '../market/candle-record';
import { DATE_TIME, type FieldRule, POSITIVE_DECIMAL, textRule } from '../market/field-rule';
import { optional, type RecordOf } from '../market/record-fields';

const NAME = textRule(128);
const MOST_TAGS = 50;
const TAG = textRule(64);

/** A decimal that may be negative: "-0.5" is a rebate, or a short position. */
const SIGNED_DECIMAL: FieldRule<string> = {
  rule: `must be ${DECIMAL_TEXT_RULE}; with a minus sign where it is negative`,
  read: (value) =>
    typeof value === 'string' && isDecimalText(value.startsWith('-') ? value.slice(1) : value)
      ? value.replace(/^-(?=[0.]+$)/, '')
      : undefined,
};

/** Milliseconds since 1970 UTC, and not before. */
const TIME: FieldRule<number> = {
  rule: `${DATE_TIME.rule}, from 1970-01-01`,
  read: (value) => {
    const time = DATE_TIME.read(value);
    return time !== undefined && time >= 0 ? time : undefined;
  },
};

const SEQUENCE: FieldRule<number> = {
  rule: 'must be an integer from 0 to 9007199254740991',
  read: (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined),
};

/** Free labels of a fill or of a journal entry, each once. */
export const TAGS: FieldRule<readonly string[]> = {
  rule: `must be a list of at most ${MOST_TAGS} texts, each of 1 to 64 characters without control characters`,
  read: (value) =>
    Array.isArray(value) && value.length <= MOST_TAGS && value.every((tag) => TAG.read(tag) !== undefined)
      ? [...new Set(value as string[])]
      : undefined,
};

function oneOf<const Word extends string>(words: readonly Word[]): FieldRule<Word> {
  return {
    rule: `must be one of ${words.join(', ')}`,
    read: (value) => words.find((word) => word === value),
  };
}

/** The fields of a fill, each under the name by which it comes in. */
export const FILL_FIELDS = {
  fill_id: NAME,
  account: NAME,
  exchange: textRule(EXCHANGE_MAXIMUM_CHARACTERS),
  symbol: textRule(SYMBOL_MAXIMUM_CHARACTERS),
  side: oneOf(['buy', 'sell']),
  price: POSITIVE_DECIMAL,
  quantity: POSITIVE_DECIMAL,
  fee: optional(SIGNED_DECIMAL),
  fee_currency: optional(textRule(32)),
  liquidity: optional(oneOf(['maker', 'taker'])),
  time: TIME,
  sequence: optional(SEQUENCE),
  position_side: optional(oneOf(['long', 'short'])),
  multiplier: optional(POSITIVE_DECIMAL),
  order_id: optional(NAME),
  strategy: optional(NAME),
  tags: optional(TAGS),
} as const;

/** The fields of a report of a position, each under the name by which it comes in. */
export const POSITION_FIELDS = {
  account: NAME,
  exchange: textRule(EXCHANGE_MAXIMUM_CHARACTERS),
  symbol: textRule(SYMBOL_MAXIMUM_CHARACTERS),
  position_side: optional(oneOf(['long', 'short'])),
  quantity: SIGNED_DECIMAL,
  average_price: optional(POSITIVE_DECIMAL),
  time: TIME,
} as const;

export type FillRecord = RecordOf<typeof FILL_FIELDS>;
export type PositionRecord = RecordOf<typeof POSITION_FIELDS>;
