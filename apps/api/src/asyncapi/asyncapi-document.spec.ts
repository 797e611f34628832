import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, Parser } from '@asyncapi/parser';
import Ajv from 'ajv';
import { EVENT_KINDS } from '#domain/events/events';
import { buildAsyncApiDocument } from './asyncapi-document';

const COMMITTED = readFileSync(join(__dirname, '../../../../asyncapi.json'), 'utf8');
const built = JSON.stringify(buildAsyncApiDocument());

interface Message {
  readonly name: string;
  readonly payload: { readonly $ref: string };
  readonly examples: readonly { readonly payload: { readonly type: string } }[];
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
    expect(
      document!
        .messages()
        .all()
        .map((message) => message.name())
        .sort(),
    ).toEqual(EVENT_KINDS.map((kind) => `candelabra.${kind}`).sort());
  });

  it('is refused by that parser with a reference to nothing', async () => {
    const { diagnostics } = await new Parser().parse(
      built.replaceAll('#/components/messages/CandleClosed"', '#/components/messages/Nothing"'),
    );

    expect(errorsAmong(diagnostics)).not.toEqual([]);
  });

  it('has an example of each message that follows its schema', () => {
    const document = JSON.parse(built) as { components: { messages: Record<string, Message> } };
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(document, 'document');
    const messages = Object.values(document.components.messages);
    const examples = messages.flatMap(({ payload, examples }) =>
      examples.map((example) => ({ schema: payload.$ref, example })),
    );

    expect(examples).toHaveLength(EVENT_KINDS.length);
    for (const { schema, example } of examples) {
      const validate = ajv.compile({ $ref: `document${schema}` });
      validate(example.payload);
      expect([example.payload, validate.errors]).toEqual([example.payload, null]);
    }
  });
});
