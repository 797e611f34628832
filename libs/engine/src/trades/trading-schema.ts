import { FILL_FIELDS, POSITION_FIELDS } from './fill-record';

type Schema = Readonly<Record<string, unknown>>;

interface SchemaField {
  readonly schema: Schema;
  readonly isOptional?: true;
}

/** How a schema says that null is allowed: by JSON Schema in its type, by OpenAPI 3.0 with a flag. */
export type NullForm = 'type' | 'flag';

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
  return {
    type: 'object',
    required: entries.filter(([, field]) => !field.isOptional).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { schema, isOptional }]) => [
        name,
        isOptional ? nullable(schema, nullForm) : schema,
      ]),
    ),
    additionalProperties: false,
  };
}

function nullable(schema: Schema, nullForm: NullForm): Schema {
  if (nullForm === 'flag') return { ...schema, nullable: true };
  const { type, enum: words } = schema as { type: string; enum?: readonly string[] };
  return { ...schema, type: [type, 'null'], ...(words && { enum: [...words, null] }) };
}
