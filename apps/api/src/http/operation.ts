import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';

interface OperationOptions {
  readonly summary: string;
  readonly description: string;
  /** The success status; 200 unless given. */
  readonly status?: number;
  readonly answer: ApiResponseOptions;
  /** What it may answer besides, by status, as far as not all operations do. */
  readonly otherAnswers?: Readonly<Record<number, ApiResponseOptions>>;
}

/** What the OpenAPI document says of an operation, and its success status. Errors that all share are added by the document. */
export function Operation({
  summary,
  description,
  status = 200,
  answer,
  otherAnswers = {},
}: OperationOptions): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary, description }),
    ApiResponse({ ...answer, status }),
    ...Object.entries(otherAnswers).map(([other, options]) =>
      ApiResponse({ ...options, status: Number(other) }),
    ),
  );
}
