import type { OpenAPIObject } from '@nestjs/swagger';
import { schemaErrors } from './check-schema';
import type { Content, PlacedOperation } from './document-operations';

const BODY_STATUSES = ['400', '408', '413', '415', '422'];

/** What operations do not describe of themselves: each its success with a schema, and every status it can answer. */
export function undescribed(operations: readonly PlacedOperation[]): string[] {
  const missing: string[] = [];
  for (const { path, method, operation } of operations) {
    const name = `${method} ${path}`;
    const need = (condition: unknown, what: string) => condition || missing.push(`${name}: ${what}`);
    need(operation.summary, 'summary');
    need((operation.description?.length ?? 0) > 8, 'description');
    need(operation.tags?.length === 1, 'one tag');
    const open = path === '/health' || path === '/ready';
    const statuses = Object.keys(operation.responses);
    const expected = [
      '431',
      ...(open ? [] : ['401', '429']),
      ...(path === '/health' ? [] : ['503']),
      ...(path.includes('_id}') ? ['404'] : []),
      ...(operation.requestBody ? BODY_STATUSES : []),
      ...(operation.parameters?.some((parameter) => 'in' in parameter && parameter.in !== 'header')
        ? ['422']
        : []),
    ];
    for (const status of expected) need(statuses.includes(status), status);
    need(JSON.stringify(operation.security ?? []) === (open ? '[]' : '[{"bearerAuth":[]}]'), 'security');
    for (const [status, response] of Object.entries(operation.responses)) {
      const { description, content } = response as {
        description: string;
        content?: Record<string, Content>;
      };
      need(description, `description of ${status}`);
      if (!['101', '204', '304'].includes(status))
        need(Object.values(content ?? {})[0]?.schema, `schema of ${status}`);
    }
  }
  return missing;
}

/** Fields without an example, and examples that the document's own schemas do not allow. */
export function exampleProblems(
  document: OpenAPIObject,
  contract: Readonly<Record<string, unknown>>,
  operations: readonly PlacedOperation[],
): string[] {
  const problems: string[] = [];
  const check = (where: string, schema: unknown, example: unknown) =>
    problems.push(...schemaErrors(contract, schema, example).map((error) => `${where}: ${error}`));
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const { properties = {} } = schema as { properties?: Record<string, object> };
    if (name === 'Error') continue;
    for (const [field, property] of Object.entries(properties)) {
      const { example, default: fallback } = property as { example?: unknown; default?: unknown };
      // What it refers to has examples of its own.
      if (example === undefined && JSON.stringify(property).includes('"$ref"')) continue;
      if (example === undefined && fallback === undefined) problems.push(`${name}.${field} has no example`);
      else check(`${name}.${field}`, property, example === undefined ? fallback : example);
    }
  }
  for (const { path, method, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const { schema, example = schema?.example } of Object.values(
        (response as { content?: Record<string, Content> }).content ?? {},
      )) {
        if (example !== undefined) check(`${method} ${path} ${status}`, schema, example);
      }
    }
  }
  return problems;
}
