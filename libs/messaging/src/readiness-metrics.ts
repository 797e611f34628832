import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Gauge } from 'prom-client';
import { declareGauge } from '#platform/metrics/declare-metric';
import { clear } from './read-at-scrape';
import { DEPENDENCIES, Readiness } from './readiness';

const READY = 'ready';
const PENDING = 'schema_pending_migrations';

export const READINESS_METRICS = [
  declareGauge({
    name: READY,
    help: 'Whether what this process depends on works; only of what it has, and of migrations while the database answers',
    labels: { dependency: DEPENDENCIES },
  }),
  declareGauge({
    name: PENDING,
    help: 'Migrations of this version that have not run; no sample while the database does not answer',
  }),
];

/** Why a process is not ready, or degraded. */
@Injectable()
export class ReadinessMetrics {
  constructor(
    private readonly readiness: Readiness,
    @InjectMetric(READY) private readonly ready: Gauge,
    @InjectMetric(PENDING) private readonly pending: Gauge,
  ) {
    let reading: Promise<void> | undefined;
    const refresh = () => (reading ??= this.read().finally(() => (reading = undefined)));
    for (const gauge of [ready, pending]) Object.assign(gauge, { collect: refresh });
  }

  private async read(): Promise<void> {
    const { works, pendingMigrations } = await this.readiness.ofDependencies();
    this.ready.reset();
    for (const [dependency, isReady] of works) this.ready.set({ dependency }, isReady ? 1 : 0);
    if (pendingMigrations === undefined) clear(this.pending);
    else this.pending.set(pendingMigrations);
  }
}
