import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';

interface OperationOptions {
  readonly summary: string;
  readonly description: string;
  /** The success status; 200 unless given. */
  readonly status?: number;
  readonly answer: ApiResponseOptions;
}

/** What the OpenAPI document says of an operation, and its success status. Errors that all share are added by the document. */
export function Operation({ summary, description, status = 200, answer }: OperationOptions): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary, description }),
    ApiResponse({ ...answer, status }),
  );
}
