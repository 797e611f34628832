import { FILL_FIELDS, POSITION_FIELDS } from './fill-record';

type Schema = Readonly<Record<string, unknown>>;

interface SchemaField {
  readonly schema: Schema;
  readonly isOptional?: true;
}

/** How a schema says that null is allowed: by JSON Schema in its type, by OpenAPI 3.0 with a flag. */
type NullForm = 'type' | 'flag';

/** JSON Schema of a fill as it comes in. */
export function fillSchema(nullForm: NullForm): Schema {
  return recordSchema(FILL_FIELDS, nullForm);
}

/** JSON Schema of a report of a position as it comes in. */
export function positionSchema(nullForm: NullForm): Schema {
  return recordSchema(POSITION_FIELDS, nullForm);
}

function recordSchema(fields: Readonly<Record<string, SchemaField>>, nullForm: NullForm): Schema {
  const entries = Object.entries(fields);
  const properties = entries.map(([name, { schema, isOptional = false }]) => [
    name,
    nullForm === 'flag' ? openApiSchema(schema, isOptional) : jsonSchema(schema, isOptional),
  ]);
  return {
    type: 'object',
    required: entries.filter(([, field]) => !field.isOptional).map(([name]) => name),
    properties: Object.fromEntries(properties) as Schema,
    additionalProperties: false,
  };
}

/** OpenAPI 3.0 has one example. */
function openApiSchema({ examples, ...schema }: Schema, isOptional: boolean): Schema {
  const example = (examples as readonly unknown[] | undefined)?.[0];
  return { ...schema, ...(example !== undefined && { example }), ...(isOptional && { nullable: true }) };
}

function jsonSchema(schema: Schema, isOptional: boolean): Schema {
  if (!isOptional) return schema;
  const { type, enum: words } = schema as { type: string; enum?: readonly string[] };
  return { ...schema, type: [type, 'null'], ...(words && { enum: [...words, null] }) };
}
