import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
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
    ApiResponse({ ...answer, status }),
    ...Object.entries(otherAnswers).map(([other, options]) =>
      ApiResponse({ ...options, status: Number(other) }),
    ),
  );
}
