import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Pool, PoolClient } from 'pg';
import type { Gauge, Histogram } from 'prom-client';
import { DataSource } from 'typeorm';
import { poolOf } from '#domain/postgres/pool';
import { declareGauge, declareHistogram } from '#platform/metrics/declare-metric';

const CONNECTIONS = 'db_pool_connections';
const WAITING = 'db_pool_waiting';
const WAIT = 'db_pool_wait_seconds';

export const POOL_METRICS = [
  declareGauge({
    name: CONNECTIONS,
    help: 'Connections to the database that the pool of this process has open',
    labels: { state: ['idle', 'busy'] },
  }),
  declareGauge({
    name: WAITING,
    help: 'Requests that wait now because every connection of the pool is busy',
  }),
  declareHistogram({
    name: WAIT,
    help: 'Time from the request for a connection of the pool until there is one, or until it failed',
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  }),
];

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/** Whether the pool of this process is large enough. */
@Injectable()
export class PoolMetrics {
  constructor(
    dataSource: DataSource,
    @InjectMetric(CONNECTIONS) connections: Gauge,
    @InjectMetric(WAITING) waiting: Gauge,
    @InjectMetric(WAIT) wait: Histogram,
  ) {
    const pool = poolOf(dataSource);
    Object.assign(connections, {
      collect: () => {
        connections.set({ state: 'idle' }, pool.idleCount);
        connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      },
    });
    Object.assign(waiting, {
      collect: () => {
        // Those that a connection is there for, or is being opened for, are served within the same turn.
        const served = pool.idleCount + pool.options.max - pool.totalCount;
        waiting.set(Math.max(0, pool.waitingCount - served));
      },
    });
    measureWaits(pool, (seconds) => wait.observe(seconds));
  }
}

/** Every query of the pool takes its connection from `connect`, too: nothing else has to be measured. */
function measureWaits(pool: Pool, observe: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as {
    (callback: Connected): void;
    (): Promise<PoolClient>;
  };
  const measured = (callback?: Connected) => {
    const since = performance.now();
    const end = () => observe((performance.now() - since) / 1_000);
    if (callback === undefined) return connect().finally(end);
    connect((...connected) => {
      end();
      callback(...connected);
    });
    return undefined;
  };
  Object.assign(pool, { connect: measured });
}
