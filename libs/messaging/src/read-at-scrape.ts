import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { OutageLog } from '#platform/logging/outage-log';

/** A scrape reads all gauges at once: what is younger than this is read once for them. */
const FRESH_MILLISECONDS = 1_000;
const TIMEOUT_MILLISECONDS = 2_000;

interface ScrapedFigures {
  readonly gauges: readonly Gauge[];
  /** The subject of the log's lines, such as "The figures of jobs". */
  readonly what: string;
  readonly logger: Logger;
  /** Sets the gauges; what it does not set keeps no value of before. */
  readonly read: () => Promise<void>;
  /** What was read so short a time ago is reported again. */
  readonly freshMilliseconds?: number;
}

/** Has gauges of the database set when metrics are scraped, by one reading for all of them; where it fails they have no value. */
export function readAtScrape({
  gauges,
  what,
  logger,
  read,
  freshMilliseconds = FRESH_MILLISECONDS,
}: ScrapedFigures): void {
  const outage = new OutageLog(logger, what);
  let reading: Promise<void> | undefined;
  let readAt = -Infinity;
  const refresh = () => {
    if (performance.now() - readAt > freshMilliseconds) {
      readAt = performance.now();
      reading = pTimeout(read(), { milliseconds: TIMEOUT_MILLISECONDS }).then(
        () => outage.works(),
        (error: unknown) => {
          // No figure is better than one of before.
          gauges.forEach(clear);
          outage.failed(error);
        },
      );
    }
    return reading;
  };
  for (const gauge of gauges) Object.assign(gauge, { collect: refresh });
}

/** Leaves the gauge without any value; `reset` gives one without labels the value 0. */
export function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
