import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly example?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly schema: Schema;
}

interface BodyField {
  /** Of the field in the body: `execution.fees.maker`, `headlines.0.title`. */
  readonly path: string;
  readonly isRequired: boolean;
  /** What the object that it is in must have beside it, by their examples. */
  readonly siblings: object;
  /** A value of another form than the document gives it, and what the refusal must name as expected. */
  readonly wrong: unknown;
  readonly expected: RegExp;
}

export interface DocumentedBody {
  readonly path: string;
  readonly method: 'post' | 'put' | 'patch';
  /** The required fields, by their examples. */
  readonly body: object;
  readonly fields: readonly BodyField[];
}

/** The JSON bodies of a document and their fields at every depth, but for what has names of the client's own. */
export function documentedBodies(document: OpenAPIObject): DocumentedBody[] {
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref) return resolve(document.components!.schemas![schema.$ref.split('/').at(-1)!]);
    return schema.allOf ? { ...resolve(schema.allOf[0]), example: schema.example } : schema;
  };
  const examplesOf = ({ properties = {}, required = [] }: Schema) =>
    Object.fromEntries(required.map((name) => [name, resolve(properties[name]).example] as const));
  const fieldsOf = (schema: Schema, prefix = ''): BodyField[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const inner = resolve(property);
      const path = prefix + name;
      const isRequired = schema.required?.includes(name) ?? false;
      return [
        { path, isRequired, siblings: examplesOf(schema), ...wrongFor(inner) },
        ...fieldsOf(inner, `${path}.`),
        ...(inner.items ? fieldsOf(resolve(inner.items), `${path}.0.`) : []),
      ];
    });
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (['post', 'put', 'patch'] as const).flatMap((method) => {
      const request = item[method]?.requestBody as { content: Record<string, Content> } | undefined;
      const content = request?.content['application/json'];
      const { properties = {}, required = [], ...schema } = content ? resolve(content.schema) : {};
      if (Object.keys(properties).length === 0) return [];
      const body = examplesOf({ properties, required });
      return [
        {
          path: path.replace(/\{\w+\}/g, '1'),
          method,
          body,
          fields: fieldsOf({ ...schema, properties, required }),
        },
      ];
    }),
  );
}

function wrongFor({ type, format, enum: words, oneOf }: Schema): Pick<BodyField, 'wrong' | 'expected'> {
  if (oneOf?.some(({ type: form }) => form === 'array')) return { wrong: 5, expected: /name.*array/ };
  if (oneOf?.some((each) => 'type' in each && each.type === 'string'))
    return { wrong: 'much', expected: /number.*decimal string|decimal string.*number/ };
  if (oneOf) return { wrong: 'much', expected: /object/ };
  if (words) return { wrong: '?', expected: new RegExp(words.filter((word) => word !== null).join('.*')) };
  if (format === 'decimal') return { wrong: 100.5, expected: /decimal string.*"[\d.]+"/ };
  if (format === 'date') return { wrong: 20_240_101, expected: /YYYY-MM-DD/ };
  if (format === 'date-time') return { wrong: 1_704_067_200, expected: /RFC 3339/ };
  if (type === 'number') return { wrong: '0.5', expected: /number/ };
  if (type === 'integer') return { wrong: '5', expected: /integer|whole number/ };
  if (type === 'boolean') return { wrong: 'yes', expected: /true or false/ };
  if (type === 'array') return { wrong: 'x', expected: /list|array/ };
  if (type === 'object') return { wrong: 'x', expected: /object|\{"\w+": / };
  return { wrong: 5, expected: /text|one of/ };
}

/** A copy of the body with the field set beside its siblings; where the value is undefined, JSON leaves it out. */
export function withField(body: object, path: string, value: unknown, siblings: object = {}): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.');
  let at: Record<string, unknown> = copy;
  for (const [index, name] of names.slice(0, -1).entries()) {
    at[name] ??= names[index + 1] === '0' ? [] : {};
    at = at[name] as Record<string, unknown>;
  }
  Object.assign(at, { ...siblings, ...at, [names.at(-1)!]: value });
  return copy;
}
