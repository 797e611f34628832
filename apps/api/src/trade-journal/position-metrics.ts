import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { PositionList } from '#domain/trade-journal/position-list';
import { readAtScrape } from '#messaging/read-at-scrape';
import { declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';

const DIFFERENCES = 'position_report_differences';

export const POSITION_DIFFERENCES_GAUGE = declareGauge({
  name: DIFFERENCES,
  help: 'Positions whose last report differs from what their fills make, in the whole database',
  of: 'database',
});

/** Counts the positions of which fills are missing or wrong, whenever the metrics are read. */
@Injectable()
export class PositionMetrics {
  constructor(
    positions: PositionList,
    @InjectMetric(DIFFERENCES) differences: Gauge,
    @Inject(LOGGER) logger: Logger,
  ) {
    const read = async () => differences.set(await positions.countDifferences());
    readAtScrape({
      gauges: [differences],
      what: 'The count of positions that differ from their reports',
      logger,
      read,
      // No other gauge shares the reading.
      freshMilliseconds: 0,
    });
  }
}
