import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PrometheusController } from '@willsoto/nestjs-prometheus';
import type { Response } from 'express';
import { Operation } from '../http/operation';
import { AnyQuery } from '../http/query-parameters';

@ApiTags('Probes')
@AnyQuery()
@Controller()
export class MetricsController extends PrometheusController {
  @Get()
  @Operation({
    operationId: 'readMetrics',
    summary: 'Metrics of this process',
    description:
      'Prometheus text format. The same is served without a token on METRICS_PORT, inside the network.',
    answer: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
  })
  override index(@Res({ passthrough: true }) response: Response): Promise<string> {
    return super.index(response);
  }
}
