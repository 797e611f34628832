import { Controller, Get } from '@nestjs/common';
import { type ApiResponseOptions, ApiTags } from '@nestjs/swagger';
import { Readiness } from '#messaging/readiness';
import { ApiError } from '../http/api-error';
import { Operation } from '../http/operation';

const statusAnswer = (description: string, status: string): ApiResponseOptions => ({
  description,
  schema: {
    type: 'object',
    properties: { status: { type: 'string' } },
    required: ['status'],
    example: { status },
  },
});

@ApiTags('Probes')
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('health')
  @Operation({
    summary: 'Liveness probe',
    description: 'Answers while the process lives. Needs no token.',
    answer: statusAnswer('The process lives', 'ok'),
  })
  health() {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({
    summary: 'Readiness probe',
    description:
      'Whether the process can work: database and queue answer, migrations are done, it is not shutting down. Needs no token.',
    answer: statusAnswer('The process can work', 'ready'),
  })
  async ready() {
    try {
      await this.readiness.check();
    } catch (error) {
      const detail = (error as Error).message;
      throw new ApiError({
        status: 503,
        detail,
        headers: { 'retry-after': '2' },
        body: { status: 'unavailable' },
      });
    }
    return { status: 'ready' };
  }
}
