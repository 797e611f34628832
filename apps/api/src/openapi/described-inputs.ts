import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations-of';

type Schema = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string],
  { $ref: string }
>;

const REFERENCE = '#/components/schemas/';

/**
 * Says of parameters and bodies what their decorators cannot know: a query has no null, a body of optional fields may be left
 * out, and a strict body has no fields but its own, nor have the objects in it.
 */
export function describeInputs(document: OpenAPIObject, strictBodies: readonly string[]): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      if ('schema' in parameter && parameter.schema) refuseNull(parameter.schema as Schema);
    }
    const { requestBody } = operation;
    if (!requestBody || !('content' in requestBody)) continue;
    const { schema } = (requestBody.content as Partial<typeof requestBody.content>)['application/json'] ?? {};
    if (schema && '$ref' in schema && !schemas[nameOf(schema.$ref)].required?.length) {
      requestBody.required = false;
    }
  }
  for (const name of strictBodies) refuseFurtherFields(schemas, name);
  return document;
}

function refuseNull(schema: Schema): void {
  delete schema.nullable;
  if (schema.enum) schema.enum = schema.enum.filter((word) => word !== null);
}

function refuseFurtherFields(schemas: Record<string, Schema>, name: string): void {
  const schema = schemas[name];
  schema.additionalProperties = false;
  for (const [, nested] of JSON.stringify(schema.properties).matchAll(
    /"\$ref":"#\/components\/schemas\/(\w+)"/g,
  )) {
    if (isOpen(schemas[nested])) refuseFurtherFields(schemas, nested);
  }
}

/** Says nothing of further fields yet; neither a map nor a list of words does. */
function isOpen({ additionalProperties, properties }: Schema): boolean {
  return additionalProperties === undefined && properties !== undefined;
}

function nameOf(reference: string): string {
  return reference.slice(REFERENCE.length);
}
