import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import { OutageLog } from '#platform/logging/outage-log';
import { declareCounter, declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';
import { MAINTENANCE_TASKS, type MaintenanceTask } from './maintenance-task';

const LAST_SUCCESS = 'maintenance_last_success_timestamp_seconds';
const FAILURES = 'maintenance_failures_total';

export const MAINTENANCE_METRICS = [
  declareGauge({
    name: LAST_SUCCESS,
    help: 'When this worker last did a maintenance task, or found that another one does it, since 1970: take the maximum',
    labels: { task: MAINTENANCE_TASKS },
  }),
  declareCounter({
    name: FAILURES,
    help: 'Attempts of this worker at a maintenance task that failed',
    labels: { task: MAINTENANCE_TASKS },
  }),
];

/** Writes down the outcome of each task of maintenance: in the metrics and, where one begins to fail, in the log. */
@Injectable()
export class MaintenanceOutcomes {
  constructor(
    @InjectMetric(LAST_SUCCESS) private readonly lastSuccess: Gauge,
    @InjectMetric(FAILURES) private readonly failures: Counter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    for (const task of MAINTENANCE_TASKS) failures.inc({ task }, 0);
  }

  of({ task, what }: Pick<MaintenanceTask, 'task' | 'what'>) {
    const log = new OutageLog(this.logger, what);
    return {
      succeeded: () => {
        this.lastSuccess.setToCurrentTime({ task });
        log.works();
      },
      failed: (error: unknown) => {
        this.failures.inc({ task });
        log.failed(error);
      },
    };
  }
}
