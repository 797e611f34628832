import Ajv from 'ajv';

type Json = Readonly<Record<string, unknown>>;

/** What the value has that the document's schema does not allow; objects may have no further fields than the schema lists. */
export function schemaErrors(document: Json, schema: unknown, value: unknown): string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const validate = ajv.compile(
    toJsonSchema({ ...(schema as Json), components: document.components }) as Json,
  );
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a list of types, and leaves objects open. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, toJsonSchema(value)]));
  if (copy.nullable === true) copy.type = [copy.type, 'null'];
  if (copy.type === 'object' && copy.properties) copy.additionalProperties ??= false;
  return copy;
}
