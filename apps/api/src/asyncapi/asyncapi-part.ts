import type { DeclaredMessage } from '../streams/web-socket/declared-message.schema';

export type Named = Readonly<Record<string, object>>;

/** The channels of one transport, with the messages and schemas that they refer to. */
export interface AsyncApiPart {
  readonly servers: Named;
  readonly channels: Named;
  readonly operations: Named;
  readonly components: Readonly<Record<string, Named>>;
}

/** The service itself, as the server of a protocol. */
export function apiServer(protocol: 'http' | 'ws', securitySchemes: readonly string[]): object {
  return {
    host: '{host}',
    protocol,
    description: 'The service that serves this document',
    variables: { host: { default: '127.0.0.1:8003', description: 'Host and port of the API' } },
    security: securitySchemes.map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
  };
}

export function messageReferences(channel: string, keys: readonly string[]): object[] {
  return keys.map((key) => ({ $ref: `#/channels/${channel}/messages/${key}` }));
}

/** The messages of a channel, by the keys that they have among the components. */
export function channelMessages(keys: readonly string[]): Named {
  return Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }]));
}

/** The components of messages that are no CloudEvents: what each is named by is `keyOf` its name, and where it is sent its title says. */
export function declaredMessages(
  declared: readonly DeclaredMessage[],
  keyOf: (name: string) => string,
  where: string,
): AsyncApiPart['components'] {
  const message = ({ name, summary, example }: DeclaredMessage) => ({
    name,
    title: `${name} ${where}`,
    summary,
    contentType: 'application/json',
    payload: { $ref: `#/components/schemas/${keyOf(name)}` },
    examples: [{ name: keyOf(name), payload: example }],
  });
  return {
    messages: Object.fromEntries(declared.map((each) => [keyOf(each.name), message(each)])),
    schemas: Object.fromEntries(declared.map(({ name, schema }) => [keyOf(name), schema])),
  };
}
