import type { OpenAPIObject } from '@nestjs/swagger';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
export interface Content {
  schema?: Record<string, unknown>;
  example?: unknown;
}

/** An operation of a document, and where it is. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export function operationsOf(document: OpenAPIObject): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

/** Part 4 of the specification, as far as it is served, with the success status of each operation. */
export const SPECIFIED: Readonly<Record<string, Partial<Record<Method, string>>>> = {
  '/health': { get: '200' },
  '/ready': { get: '200' },
  '/api/v1/market-data/candlesticks': { get: '200', post: '201' },
  '/api/v1/market-data/candlesticks/query': { post: '200' },
  '/api/v1/market-data/candlesticks/{c_id}': { get: '200' },
  '/api/v1/backtesting': { get: '200', post: '202' },
  '/api/v1/backtesting/{b_id}': { get: '200', patch: '200', delete: '204' },
  '/api/v1/backtesting/fee-presets': { get: '200' },
  '/api/v1/trade-journal': { get: '200', post: '201' },
  '/api/v1/trade-journal/{j_id}': { get: '200', patch: '200', delete: '204' },
  '/api/v1/strategy-ideas': { get: '200', post: '201' },
  '/api/v1/strategy-ideas/{idea_id}': { get: '200', patch: '200', delete: '204' },
  '/api/v1/features': { get: '200' },
  '/api/v1/features/precompute': { post: '202' },
  '/api/v1/data/funding-rate/{symbol}': { get: '200' },
  '/api/v1/data/funding-rate/{symbol}/latest': { get: '200' },
};

/** The schema of a parameter in a path. */
export function formOf(name: string): object {
  if (name === 'kind') return { allOf: [{ $ref: '#/components/schemas/RunKind' }] };
  return { type: ['symbol', 'name'].includes(name) ? 'string' : 'integer' };
}
