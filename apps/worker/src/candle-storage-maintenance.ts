import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Counter } from 'prom-client';
import { CandleReorder, type Reorder, REORDER_OUTCOMES } from '#domain/market-data/chunks/candle-reorder';
import { CandleRetention } from '#domain/market-data/series/candle-retention';
import { declareCounter } from '#platform/metrics/declare-metric';
import { Shutdown } from '#platform/shutdown/shutdown';
import { LOGGER } from '#platform/tokens';
import type { MaintenanceTask } from './maintenance-task';

const REORDERS = 'candle_chunk_reorders_total';

export const CANDLE_STORAGE_METRICS = [
  declareCounter({
    name: REORDERS,
    help: 'Chunks of candles that this worker put in the order of series and time, or tried to',
    labels: { outcome: REORDER_OUTCOMES },
  }),
];

/** Deletes candles that are no longer kept, and puts the others where they are read fast. */
@Injectable()
export class CandleStorageMaintenance {
  constructor(
    private readonly retention: CandleRetention,
    private readonly candleReorder: CandleReorder,
    private readonly shutdown: Shutdown,
    @InjectMetric(REORDERS) private readonly reorders: Counter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    for (const outcome of REORDER_OUTCOMES) reorders.inc({ outcome }, 0);
  }

  tasks(): MaintenanceTask[] {
    return [
      {
        task: 'candle_retention',
        what: 'The deletion of what is old',
        pauseMilliseconds: 60_000,
        work: () => this.retention.deleteOld(this.shutdown.signal),
      },
      {
        task: 'candle_reorder',
        what: 'The reorder of candles',
        pauseMilliseconds: 60_000,
        work: () => this.candleReorder.reorder(this.shutdown.signal, (reorder) => this.note(reorder)),
      },
    ];
  }

  private note({ chunk, outcome, seconds }: Reorder): void {
    this.reorders.inc({ outcome });
    const level = outcome === 'abandoned' ? 'warn' : 'info';
    this.logger[level]({ chunk, outcome, seconds }, 'A chunk of candles was reordered, or tried');
  }
}
