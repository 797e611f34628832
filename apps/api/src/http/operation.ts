import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiHeader,
  ApiOperation,
  type ApiOperationOptions,
  ApiResponse,
  type ApiResponseOptions,
  getSchemaPath,
} from '@nestjs/swagger';

interface OperationOptions {
  readonly summary: string;
  readonly description: string;
  /** The name of the method unless given: a verb first, unique in the document. */
  readonly operationId?: string;
  /** A body that is not JSON, by media type; of JSON the parameter's class says it. */
  readonly requestBody?: ApiOperationOptions['requestBody'];
  /** It takes an Idempotency-Key. */
  readonly takesIdempotencyKey?: boolean;
  /** It waits for its result, as long as `Prefer: wait=N` says. */
  readonly wait?: { readonly defaultSeconds: number };
  /** The success status; 200 unless given. */
  readonly status?: number;
  readonly answer: ApiResponseOptions;
  /** What it may answer besides, by status, as far as not all operations do. */
  readonly otherAnswers?: Readonly<Record<number, ApiResponseOptions>>;
}

/** An error that only some operations answer, with a sentence that it may say. */
export function errorAnswer(description: string, detail: string): ApiResponseOptions {
  return {
    description,
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { detail } },
    },
  };
}

/** The schema of a PageResponse whose items are of a class that the controller declares as an extra model. */
export function pageSchema(item: Type) {
  return {
    type: 'object',
    required: ['items', 'total', 'page', 'size'],
    properties: {
      items: {
        type: 'array',
        items: { $ref: getSchemaPath(item) },
        description: 'Records of this page, in the order that the operation describes',
      },
      total: { type: 'integer', description: 'Records in all pages', example: 1 },
      page: { type: 'integer', description: 'Number of this page, from 1', example: 1 },
      size: { type: 'integer', description: 'Records in a page at most', example: 20 },
    },
  };
}

/** What the OpenAPI document says of an operation, and its success status. Errors that all share are added by the document. */
export function Operation({
  summary,
  description,
  operationId,
  requestBody,
  takesIdempotencyKey = false,
  wait,
  status = 200,
  answer,
  otherAnswers = {},
}: OperationOptions): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiOperation({
      summary,
      description,
      ...(operationId && { operationId }),
      ...(requestBody && { requestBody }),
    }),
    ...(takesIdempotencyKey ? [ApiHeader(IDEMPOTENCY_KEY), ApiResponse({ ...IN_FLIGHT, status: 409 })] : []),
    ...(wait ? [ApiHeader(preferOf(wait))] : []),
    ...Object.entries({ ...otherAnswers, [status]: answer }).map(([each, options]) =>
      ApiResponse({ ...options, status: Number(each) }),
    ),
  );
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'A key of the client for this one request, such as a UUID. Within 24 hours the same request of the same subject with this key has no ' +
    'second effect and gets the first answer again, with `Idempotent-Replayed: true`; another request with it is refused (422).',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
};

const IN_FLIGHT = {
  ...errorAnswer(
    'A request with this Idempotency-Key is being processed',
    'A request with this Idempotency-Key is being processed; send it again shortly to have its answer',
  ),
  headers: { 'Retry-After': { schema: { type: 'integer' as const } } },
};

function preferOf({ defaultSeconds }: { readonly defaultSeconds: number }) {
  return {
    name: 'Prefer',
    required: false,
    description: `wait=N: seconds to wait for the result, 0 to 60; ${defaultSeconds} by default. What is applied is in Preference-Applied`,
    schema: { type: 'string' as const },
    example: 'wait=10',
  };
}
