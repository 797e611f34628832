import { INTERVALS } from '#engine/market/interval';
import { EVENT_ID } from '../streams.dto';
import { CHANNELS } from './client-message.dto';

/** A message on the WebSocket, as documents describe it: JSON Schema, and one that fits it. */
export interface DeclaredMessage {
  readonly name: string;
  readonly summary: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: Readonly<Record<string, unknown>>;
}

export const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
export const decimal = (description: string) => text(description, { format: 'decimal' });
export const time = (description: string) => text(description, { format: 'date-time' });

/** An object with these fields and no others; all of them are required but those named. */
export function object(
  properties: Readonly<Record<string, object>>,
  { optional = [] as readonly string[] } = {},
) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: false };
}

/** The field that names a message. */
export const event = (word: string) => text('Kind of the message', { const: word });

export const EXCHANGE = text('The exchange');
export const SYMBOL = text('The symbol, without its exchange');
export const CHANNEL = text('The channel', { enum: CHANNELS });
export const ID = text('What a client sends as `since` to receive what follows', {
  pattern: EVENT_ID.source,
});
export const COMMITTED = time('When the newest of it was stored');
export const SERIES = {
  exchange: EXCHANGE,
  symbol: SYMBOL,
  interval: text('The time a candle spans', { enum: INTERVALS }),
};
export const DETAIL = text('One readable sentence');

/** The last messages of a connection: the name of each, and what it says. */
export const farewells = (messages: Readonly<Record<string, string>>): DeclaredMessage[] =>
  Object.entries(messages).map(([name, summary]) => ({
    name,
    summary,
    schema: object({ event: event(name), detail: DETAIL }, { optional: ['detail'] }),
    example: { event: name },
  }));
