import type { SeriesPosition } from '#domain/market-data/reading/candle-changes.reader';
import { textRule } from '#engine/market/field-rule';
import { type Interval, INTERVALS } from '#engine/market/interval';
import type { FieldProblem } from '#engine/market/validate-candle';
import { unprocessable } from '../../http/api-error';
import { field } from '../../http/validation/field';
import { OneOfField, TextListField } from '../../http/validation/fields';
import { readFields } from '../../http/validation/read-fields';
import { EVENT_ID, EVENT_ID_RULE, readEventId } from '../streams.dto';

const KLINE = 'kline_';
export const CHANNELS = [...INTERVALS.map((interval) => `${KLINE}${interval}` as const), 'ticker'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CLIENT_ACTIONS = ['subscribe', 'unsubscribe', 'ping'] as const;

/** In one message. */
export const MOST_SUBSCRIPTIONS = 1_000;
const LONGEST_EXCHANGE = 64;
const LONGEST_SYMBOL = 128;

const EXCHANGE = textRule(LONGEST_EXCHANGE);
const SYMBOL = textRule(LONGEST_SYMBOL);

class ClientMessage {
  @OneOfField(CLIENT_ACTIONS, { description: 'What is requested', example: 'subscribe' })
  action: (typeof CLIENT_ACTIONS)[number];

  @TextListField({
    description:
      'Symbols, each with its exchange and a colon before it, or of the default exchange. What has a slash is no exchange: ' +
      'BTC/USDT:USDT is a symbol',
    example: ['binance:BTC/USDT', 'ETH/USDT'],
    mostItems: MOST_SUBSCRIPTIONS,
    maximum: LONGEST_EXCHANGE + 1 + LONGEST_SYMBOL,
    optional: true,
  })
  symbols?: readonly string[];

  @field(
    {
      rule: `must be a list of channels, each one of ${CHANNELS.join(', ')}`,
      read: (value) => (Array.isArray(value) && value.every(isChannel) ? value : undefined),
      schema: { type: 'array', items: { type: 'string', enum: [...CHANNELS] } },
    },
    {
      description: 'Channels, of each of the symbols',
      example: ['kline_1m', 'ticker'],
      optional: true,
    },
  )
  channels?: readonly Channel[];

  @field(
    {
      rule: EVENT_ID_RULE,
      read: (value) => (typeof value === 'string' ? readEventId(value) : undefined),
      schema: { type: 'string', pattern: EVENT_ID.source },
    },
    {
      description:
        'The id of the last event received: what was missed since then comes first. Only with one symbol and one channel of candles',
      example: '1704153600000.1704240000123',
      optional: true,
    },
  )
  since?: SeriesPosition;
}

/** What a client follows: the candles of a series, or the ticker of a symbol. */
export interface Subscription {
  readonly exchange: string;
  readonly symbol: string;
  readonly channel: Channel;
}

export type ClientRequest =
  | { readonly action: 'ping' }
  | { readonly action: 'unsubscribe'; readonly subscriptions: readonly Subscription[] }
  | {
      readonly action: 'subscribe';
      readonly subscriptions: readonly Subscription[];
      readonly since?: SeriesPosition;
    };

/** The interval of a channel of candles; undefined for the ticker. */
export function intervalOf(channel: Channel): Interval | undefined {
  return channel === 'ticker' ? undefined : (channel.slice(KLINE.length) as Interval);
}

/** A subscription in a map. */
export function subscriptionKey({ exchange, symbol, channel }: Subscription): string {
  return JSON.stringify([exchange, symbol, channel]);
}

/** Throws where a field breaks its rule. */
export function readClientMessage(input: object, defaultExchange: string): ClientRequest {
  const read = readFields(ClientMessage, input, { unknownFields: 'refuse' });
  if ('problems' in read) throw unprocessable(read.problems);
  const { action, symbols = [], channels = [], since } = read.value as ClientMessage;
  if (action === 'ping') return { action };
  const problems: FieldProblem[] = [];
  const missing = (name: string) =>
    problems.push({ field: name, message: 'is required and must not be empty' });
  if (symbols.length === 0) missing('symbols');
  if (channels.length === 0) missing('channels');
  const named = symbols.map((symbol, index) => toName(symbol, index, defaultExchange, problems));
  const subscriptions = unique(
    named.flatMap((name) => [...new Set(channels)].map((channel): Subscription => ({ ...name, channel }))),
  );
  if (subscriptions.length > MOST_SUBSCRIPTIONS) {
    const message = `times channels must be at most ${MOST_SUBSCRIPTIONS} subscriptions, not ${subscriptions.length}`;
    problems.push({ field: 'symbols', message });
  }
  if (since && (action !== 'subscribe' || subscriptions.length !== 1 || channels[0] === 'ticker')) {
    const message = 'is allowed only where one symbol and one channel of candles are subscribed';
    problems.push({ field: 'since', message });
  }
  if (problems.length > 0) throw unprocessable(problems);
  return { action, subscriptions, since };
}

function toName(text: string, index: number, defaultExchange: string, problems: FieldProblem[]) {
  const colon = text.indexOf(':');
  const isNamed = colon >= 0 && !text.slice(0, colon).includes('/');
  const exchange = isNamed ? text.slice(0, colon) : defaultExchange;
  const symbol = isNamed ? text.slice(colon + 1) : text;
  const check = (what: string, rule: typeof SYMBOL, value: string) => {
    if (rule.read(value) === undefined) {
      problems.push({ field: `symbols.${index}`, message: `${what} ${rule.rule}` });
    }
  };
  check('(its exchange)', EXCHANGE, exchange);
  check('(its symbol)', SYMBOL, symbol);
  return { exchange, symbol };
}

/** A symbol may be named with and without its exchange. */
function unique(subscriptions: readonly Subscription[]): Subscription[] {
  return [...new Map(subscriptions.map((each) => [subscriptionKey(each), each])).values()];
}

function isChannel(value: unknown): value is Channel {
  return (CHANNELS as readonly unknown[]).includes(value);
}
