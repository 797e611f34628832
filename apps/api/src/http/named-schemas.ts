import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];

const declared: Schemas = {};

/** Declares a schema of the document that no class describes, and answers the reference to it. */
export function nameSchema(name: string, schema: Schema): { $ref: string } {
  declared[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}

/** Every schema declared so far: all, once the controllers are loaded. */
export function namedSchemas(): Schemas {
  return structuredClone(declared);
}
