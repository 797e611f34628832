import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';

interface Reference {
  readonly $ref: string;
}

interface Document {
  readonly channels: Readonly<Record<string, { readonly messages: Readonly<Record<string, Reference>> }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly name: string; readonly payload: Reference }>>;
  };
}

/** What a message says that it is: CloudEvents by their type, others by their event. */
interface Named {
  readonly type?: string;
  readonly event?: string;
}

const document = JSON.parse(readFileSync(join(__dirname, '../asyncapi.json'), 'utf8')) as Document;
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { decimal: /^-?\d+(\.\d+)?$/, 'date-time': /^\d{4}-\d\d-\d\dT.*Z$/, date: /^\d{4}-\d\d-\d\d$/ },
});
ajv.addSchema(document, 'asyncapi');
const channels = new Map(Object.keys(document.channels).map((channel) => [channel, validators(channel)]));

/** What is wrong with a message of a channel of asyncapi.json; undefined where it is one that the channel declares. */
export function messageProblem(channel: 'events' | 'webSocket', message: object): string | undefined {
  const { type, event } = message as Named;
  const name = type ?? event ?? '';
  const validate = channels.get(channel)?.get(name);
  if (!validate) return `${name} is no message of ${channel}: ${JSON.stringify(message)}`;
  return validate(message) ? undefined : `${JSON.stringify(message)}: ${ajv.errorsText(validate.errors)}`;
}

function validators(channel: string): ReadonlyMap<string, ValidateFunction> {
  const references = Object.values(document.channels[channel].messages);
  return new Map(
    references.map(({ $ref }) => {
      const { name, payload } = document.components.messages[$ref.slice($ref.lastIndexOf('/') + 1)];
      return [name, ajv.compile({ $ref: `asyncapi${payload.$ref}` })];
    }),
  );
}
