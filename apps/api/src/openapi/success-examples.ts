import type { OpenAPIObject } from '@nestjs/swagger';
import examples from './success-examples.json';
import { operationsOf } from './operations-of';

/** By method, path and status: what a running service answered, lists cut short (`npm run openapi:examples`). */
const ANSWERED: Readonly<Record<string, unknown>> = examples;

/** Gives every success the example that the service answered; fields keep those of their own. */
export function addSuccessExamples(document: OpenAPIObject): OpenAPIObject {
  for (const { path, method, operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const example = ANSWERED[`${method} ${path} ${status}`];
      const content = response && 'content' in response ? response.content?.['application/json'] : undefined;
      if (!content || example === undefined) continue;
      content.example = example;
      if (content.schema && 'example' in content.schema) delete content.schema.example;
    }
  }
  return document;
}
