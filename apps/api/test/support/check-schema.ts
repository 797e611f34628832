import Ajv from 'ajv';

type Json = Readonly<Record<string, unknown>>;

/** Compiling a document's components takes seconds, a schema that refers to them milliseconds. */
const validators = new WeakMap<object, Ajv>();

/** What the value has that the document's schema does not allow; objects may have no further fields than the schema lists. */
export function schemaErrors(document: Json, schema: unknown, value: unknown): string[] {
  const validate = validatorOf(document).compile(toJsonSchema(schema) as Json);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function validatorOf(document: Json): Ajv {
  let ajv = validators.get(document);
  if (!ajv) {
    ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(toJsonSchema({ components: document.components }) as Json, 'document');
    validators.set(document, ajv);
  }
  return ajv;
}

const EXCLUSIVE = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** OpenAPI 3.0 says `nullable` where JSON Schema has a list of types, and leaves objects open. */
function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, toJsonSchema(value)]));
  if (typeof copy.$ref === 'string' && copy.$ref.startsWith('#/')) copy.$ref = `document${copy.$ref}`;
  const { nullable, ...rest } = copy;
  if (rest.type === 'object' && rest.properties) rest.additionalProperties ??= false;
  // OpenAPI has flags where JSON Schema has the limits themselves.
  for (const [flag, limit] of EXCLUSIVE)
    if (rest[flag] === true) [rest[flag], rest[limit]] = [rest[limit], undefined];
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}
