import type { OpenAPIObject } from '@nestjs/swagger';

interface Node {
  [key: string]: unknown;
}

/** Gives a reference that may be null the type that `nullable` needs beside it; classes cannot say it. */
export function completeSchemas(document: OpenAPIObject): OpenAPIObject {
  visit(document.components!.schemas);
  visit(document.paths);
  return document;
}

function visit(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (node.nullable === true && node.allOf && node.type === undefined) node.type = 'object';
  for (const [key, item] of Object.entries(node)) if (key !== 'example') visit(item);
}
