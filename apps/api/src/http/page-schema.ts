import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';

/** The schema of a PageResponse whose items are of a class that the controller declares as an extra model. */
export function pageSchema(item: Type) {
  return {
    type: 'object',
    required: ['items', 'total', 'page', 'size'],
    properties: {
      items: { type: 'array', items: { $ref: getSchemaPath(item) } },
      total: { type: 'integer' },
      page: { type: 'integer' },
      size: { type: 'integer' },
    },
  };
}
