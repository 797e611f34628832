import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type DocumentedOperation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface PlacedOperation {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: DocumentedOperation;
}

/** Every operation of the document. */
export function operationsOf({ paths }: OpenAPIObject): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}
