import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { DATA_KINDS, DataFigures, NAMED_EXCHANGES, OTHER_EXCHANGES } from '#domain/data-figures/data-figures';
import { INTERVALS } from '#engine/market/interval';
import { declareGauge } from '#platform/metrics/declare-metric';
import { LOGGER } from '#platform/tokens';
import { readAtScrape } from './read-at-scrape';

const LAST_CLOSE = 'candle_last_close_timestamp_seconds';
const GAPS = 'series_gap_candles';
const QUARANTINE = 'quarantine_waiting';
const NEWEST = 'data_newest_timestamp_seconds';

const EXCHANGE = `the first ${NAMED_EXCHANGES} exchanges that candles were stored of, and \`${OTHER_EXCHANGES}\` for all others`;

export const DATA_FIGURE_METRICS = [
  declareGauge({
    name: LAST_CLOSE,
    help: 'When the newest closed candle of any series of the exchange and interval closed, since 1970',
    labels: { exchange: EXCHANGE, interval: INTERVALS },
    of: 'database',
  }),
  declareGauge({
    name: GAPS,
    help: 'Candles missing inside series, without those that their source does not have either',
    labels: { exchange: EXCHANGE, interval: INTERVALS },
    of: 'database',
  }),
  declareGauge({
    name: QUARANTINE,
    help: 'Candles in quarantine that nobody has released or discarded',
    labels: { exchange: EXCHANGE },
    of: 'database',
  }),
  declareGauge({
    name: NEWEST,
    help: 'The newest time of stored data, since 1970: settlement of funding, publication of headlines, session of equities, candle of features, computation of regimes; no sample where there is none',
    labels: { kind: DATA_KINDS },
    of: 'database',
  }),
];

/** Below the usual interval of scrapes: of several scrapers one costs the database something. */
const FRESH_MILLISECONDS = 10_000;

/** How new and how complete the stored data is. */
@Injectable()
export class DataFigureMetrics {
  constructor(
    private readonly figures: DataFigures,
    @InjectMetric(LAST_CLOSE) private readonly lastClose: Gauge,
    @InjectMetric(GAPS) private readonly gaps: Gauge,
    @InjectMetric(QUARANTINE) private readonly quarantine: Gauge,
    @InjectMetric(NEWEST) private readonly newest: Gauge,
    @Inject(LOGGER) logger: Logger,
  ) {
    const gauges = [lastClose, gaps, quarantine, newest];
    readAtScrape({
      gauges,
      what: 'The figures of stored data',
      logger,
      read: () => this.read(),
      freshMilliseconds: FRESH_MILLISECONDS,
    });
  }

  private async read(): Promise<void> {
    // One after the other: a scrape takes one connection of the pool.
    const series = await this.figures.ofSeries();
    const quarantine = await this.figures.ofQuarantine();
    const newest = await this.figures.newest();
    for (const gauge of [this.lastClose, this.gaps, this.quarantine, this.newest]) gauge.reset();
    for (const { exchange, interval, lastClose, missing } of series) {
      if (lastClose !== null) this.lastClose.set({ exchange, interval }, lastClose);
      this.gaps.set({ exchange, interval }, missing);
    }
    for (const { exchange, waiting } of quarantine) this.quarantine.set({ exchange }, waiting);
    for (const kind of DATA_KINDS) if (newest[kind] !== null) this.newest.set({ kind }, newest[kind]);
  }
}
