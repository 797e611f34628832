import type { OpenAPIObject } from '@nestjs/swagger';

interface Node {
  [key: string]: unknown;
}

/** Leaves a reference that may be null without a type of its own: generators of clients overlook the null next to one. */
export function untypeReferences(document: OpenAPIObject): OpenAPIObject {
  visit(document.components!.schemas);
  visit(document.paths);
  return document;
}

function visit(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (node.nullable === true && node.allOf) Reflect.deleteProperty(node, 'type');
  for (const [key, item] of Object.entries(node)) if (key !== 'example') visit(item);
}
