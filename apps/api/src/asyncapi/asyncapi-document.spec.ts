import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, Parser } from '@asyncapi/parser';
import Ajv from 'ajv';
import { EVENT_KINDS } from '#domain/events/events';
import { readFillMessage, readPositionMessage } from '#engine/trades/trading-message';
import { buildAsyncApiDocument } from './asyncapi-document';

const COMMITTED = readFileSync(join(__dirname, '../../../../asyncapi.json'), 'utf8');
const EVENT_TYPES = EVENT_KINDS.map((kind) => `candelabra.${kind}`);
const built = JSON.stringify(buildAsyncApiDocument());

interface Message {
  readonly name: string;
  readonly payload: { readonly $ref: string };
  readonly examples: readonly { readonly payload: object }[];
}

interface Wire {
  readonly servers: Readonly<Record<string, object>>;
  readonly channels: Readonly<
    Record<
      string,
      { readonly bindings?: { readonly ws: Record<'query' | 'headers', { readonly properties: object }> } }
    >
  >;
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly action: string;
        readonly channel: { readonly $ref: string };
        readonly messages: readonly { readonly $ref: string }[];
        readonly reply?: { readonly messages: readonly { readonly $ref: string }[] };
      }
    >
  >;
}

/** Severity 0 is an error, 1 a warning: the codes of the Language Server Protocol. */
const errorsAmong = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => (severity as number) === 0);

describe('the AsyncAPI document', () => {
  it('is the committed one (after a change: npm run build && npm run asyncapi)', () => {
    expect(JSON.parse(COMMITTED)).toEqual(JSON.parse(built));
  });

  it('is valid AsyncAPI 3, by the parser of its authors', async () => {
    const { document, diagnostics } = await new Parser().parse(built);

    expect(errorsAmong(diagnostics)).toEqual([]);
    expect(document?.version()).toBe('3.0.0');
    const channels = document!.channels().all();
    const namesOf = (address: string) =>
      channels
        .filter((channel) => channel.address() === address)
        .flatMap((channel) => channel.messages().all())
        .map((message) => message.name());
    expect(namesOf('/api/v1/events').sort()).toEqual(
      [...EVENT_TYPES, 'reset', 'expired', 'dropped', 'shutdown'].sort(),
    );
    // The words of the specification's protocol, and the reasons for which a socket closes.
    expect(namesOf('/api/v1/streams/ws').join(' ')).toBe(
      'subscribe unsubscribe ping subscribed unsubscribed pong error kline reset ticker expired dropped idle shutdown',
    );
    // As the contract names the subjects, each message bare and as a CloudEvent.
    expect(namesOf('trading.fill.{account}')).toEqual(['fill', 'trading.fill']);
    expect(namesOf('trading.position.{account}')).toEqual(['position', 'trading.position']);
    expect(channels).toHaveLength(EVENT_KINDS.length + 4);
  });

  it('is refused by that parser with a reference to nothing', async () => {
    const { diagnostics } = await new Parser().parse(
      built.replaceAll('#/components/messages/CandleClosed"', '#/components/messages/Nothing"'),
    );

    expect(errorsAmong(diagnostics)).not.toEqual([]);
  });

  it('says of the WebSocket who sends what, what is answered, and where the token is', () => {
    const { servers, channels, operations } = JSON.parse(built) as Wire;
    const names = (list: readonly { readonly $ref: string }[] = []) =>
      list.map(({ $ref }) => $ref.replace('#/channels/webSocket/messages/WebSocket', ''));
    const ofSocket = Object.values(operations).filter(
      ({ channel }) => channel.$ref === '#/channels/webSocket',
    );

    expect(
      ofSocket.map(({ action, messages, reply }) => [action, names(messages), names(reply?.messages)]),
    ).toEqual([
      ['receive', ['Subscribe'], ['Subscribed', 'Error']],
      ['receive', ['Unsubscribe'], ['Unsubscribed', 'Error']],
      ['receive', ['Ping'], ['Pong', 'Error']],
      ['send', ['Kline', 'Reset', 'Ticker', 'Expired', 'Dropped', 'Idle', 'Shutdown'], []],
    ]);
    expect(servers.ws).toMatchObject({ protocol: 'ws', security: [{}, {}] });
    expect(Object.keys(channels.webSocket.bindings!.ws.query.properties)).toEqual(['token']);
    expect(Object.keys(channels.webSocket.bindings!.ws.headers.properties)).toEqual([
      'Authorization',
      'Sec-WebSocket-Protocol',
    ]);
  });

  it('has an example of each message that follows its schema', () => {
    const document = JSON.parse(built) as { components: { messages: Record<string, Message> } };
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(document, 'document');
    const messages = Object.values(document.components.messages);
    const examples = messages.flatMap(({ payload, examples }) =>
      examples.map((example) => ({ schema: payload.$ref, example })),
    );

    expect(examples).toHaveLength(messages.length);
    expect(messages.length).toBeGreaterThan(EVENT_KINDS.length);
    for (const { schema, example } of examples) {
      const validate = ajv.compile({ $ref: `document${schema}` });
      validate(example.payload);
      expect([example.payload, validate.errors]).toEqual([example.payload, null]);
    }
  });

  it.each([
    ['TradingFill', readFillMessage],
    ['TradingPosition', readPositionMessage],
  ])('says of %s what its reader accepts and refuses', (name, read) => {
    const document = JSON.parse(built) as { components: { messages: Record<string, Message> } };
    const ajv = new Ajv({ strict: false, formats: { decimal: true, 'date-time': true } });
    ajv.addSchema(document, 'document');
    const accepts = ajv.compile({ $ref: `document#/components/schemas/${name}` });
    const [{ payload }] = document.components.messages[name].examples;
    const isRead = (message: object) => !('problems' in read(message, Date.now()));
    const values = [
      null,
      '',
      '0',
      '-1',
      '-0.0',
      '1.5',
      '1e3',
      7,
      -7,
      true,
      [],
      ['a'],
      {},
      'buy',
      'short',
      'x'.repeat(200),
    ];
    const differing = Object.keys({
      ...payload,
      sequence: 1,
      multiplier: '1',
      position_side: 'long',
      unknown: 1,
    }).flatMap((field) =>
      // What a date-time is a pattern does not say.
      (field === 'time' ? values.filter((value) => typeof value !== 'string') : values)
        .map((value) => ({ ...payload, [field]: value }))
        .filter((message) => accepts(message) !== isRead(message)),
    );

    expect([accepts(payload), isRead(payload), differing]).toEqual([true, true, []]);
  });
});
