import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { PositionList } from '#domain/trade-journal/position-list';
import { OutageLog } from '#platform/logging/outage-log';
import { LOGGER } from '#platform/tokens';

const DIFFERENCES = 'position_report_differences';

export const POSITION_DIFFERENCES_GAUGE = makeGaugeProvider({
  name: DIFFERENCES,
  help: 'Positions whose last report differs from what their fills make, in the whole database',
});

const TIMEOUT_MILLISECONDS = 2_000;

/** Counts the positions of which fills are missing or wrong, whenever the metrics are read. */
@Injectable()
export class PositionMetrics {
  private readonly outage: OutageLog;

  constructor(
    private readonly positions: PositionList,
    @InjectMetric(DIFFERENCES) private readonly differences: Gauge,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The count of positions that differ from their reports');
    Object.assign(differences, { collect: () => this.refresh() });
  }

  private async refresh(): Promise<void> {
    try {
      const count = this.positions.countDifferences();
      this.differences.set(await pTimeout(count, { milliseconds: TIMEOUT_MILLISECONDS }));
      this.outage.works();
    } catch (error) {
      // No figure is better than one of before.
      this.differences.reset();
      this.outage.failed(error);
    }
  }
}
