import { Controller, Get } from '@nestjs/common';
import { type ApiResponseOptions, ApiTags } from '@nestjs/swagger';
import { Readiness } from '#messaging/readiness';
import { ApiError } from '../http/api-error';
import { Operation } from '../http/operation';
import { AnyQuery } from '../http/query-parameters';

const statusAnswer = (description: string, statuses: readonly string[]): ApiResponseOptions => ({
  description,
  schema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: [...statuses], description: 'State of the process' },
      ...(statuses.includes('degraded') && {
        detail: { type: 'string', description: 'Why it is degraded; left out while it is ready' },
      }),
    },
    required: ['status'],
  },
});

@ApiTags('Probes')
@AnyQuery()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('health')
  @Operation({
    summary: 'Liveness probe',
    description: 'Answers while the process lives. Needs no token.',
    answer: statusAnswer('The process lives', ['ok']),
  })
  checkLiveness() {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({
    summary: 'Readiness probe',
    description:
      'Whether the process can work: the database answers and can be written to, its schema is the one this version is for, ' +
      'the process is not shutting down. Without its queue it is `degraded`: what it accepts is kept. Needs no token.',
    answer: statusAnswer('The process can work; `detail` says what a degraded one lacks', [
      'ready',
      'degraded',
    ]),
  })
  async checkReadiness() {
    try {
      return await this.readiness.check();
    } catch (error) {
      const detail = (error as Error).message;
      throw new ApiError({
        status: 503,
        detail,
        headers: { 'retry-after': '2' },
        body: { status: 'unavailable' },
      });
    }
  }
}
