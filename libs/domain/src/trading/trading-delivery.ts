import { cutText } from '#engine/market/limit-warnings';
import type { FieldProblem } from '#engine/market/validate-candle';
import type { FillRecord, PositionRecord } from '#engine/trades/fill-record';
import { readFillMessage, readPositionMessage, type TradingMessage } from '#engine/trades/trading-message';

/** What comes in from trading, by the second word of the subject. */
export const TRADING_KINDS = ['fill', 'position'] as const;

export type TradingKind = (typeof TRADING_KINDS)[number];

/** A message of either kind. */
export type AnyTradingMessage = TradingMessage<FillRecord | PositionRecord>;

/** A message as the broker delivered it. */
export interface TradingDelivery {
  readonly subject: string;
  readonly content: Uint8Array;
  /** When the stream stored it: the same for each delivery. */
  readonly sentAt: Date;
}

type Reading = AnyTradingMessage | { readonly problems: readonly FieldProblem[] };

/** The longest content that the fields allow is half as long. */
const MOST_BYTES = 64 * 1024;
const LONGEST_QUOTE = 128;

export function subjectPrefix(kind: TradingKind): string {
  return `trading.${kind}.`;
}

/** What a delivered message says, or what is wrong with it, for good. */
export function readDelivery(kind: TradingKind, { subject, content, sentAt }: TradingDelivery): Reading {
  if (content.byteLength > MOST_BYTES) {
    return problem('message', `has ${content.byteLength} bytes; at most ${MOST_BYTES} are allowed`);
  }
  const text = utf8TextOf(content);
  if (text === undefined) return problem('message', 'must be text in UTF-8');
  const json = parse(text);
  if (json === undefined) return problem('message', 'must be JSON');
  const reading = readTradingContent(kind, json.value, sentAt);
  if ('problems' in reading) return reading;
  const { account } = reading.content;
  const named = subject.slice(subjectPrefix(kind).length);
  if (account === named || account === decoded(named)) return reading;
  return problem('account', `must be the account that the subject names: ${cutText(named, LONGEST_QUOTE)}`);
}

/** The same of JSON that is parsed already. Content without a time of its own counts as stated at `sentAt`. */
export function readTradingContent(kind: TradingKind, value: unknown, sentAt: Date): Reading {
  const read = kind === 'fill' ? readFillMessage : readPositionMessage;
  const reading = read(value, Date.now());
  if ('problems' in reading) return reading;
  return { content: reading.content, statedAt: reading.statedAt ?? sentAt.getTime() };
}

/** Undefined where the bytes are no text in UTF-8. */
export function utf8TextOf(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Percent-encoded, as the service's own subjects are. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function problem(field: string, message: string): Reading {
  return { problems: [{ field, message }] };
}
