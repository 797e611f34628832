import type { KnownMetrics } from './result-labels';

/** A metric as the code declares it; the keys of `labels` are their names. */
export interface Declaration {
  readonly name: string;
  readonly type: string;
  readonly labels: object;
}

const TYPE = /^# TYPE (\S+) (\S+)$/gm;
export const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+(?: \d+)?$/gm;
export const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** What Prometheus adds to each sample that it scrapes. */
const OF_TARGET = ['job', 'instance'];
/** What Prometheus records itself about each target. */
const OF_PROMETHEUS = ['up', 'scrape_duration_seconds', 'scrape_samples_scraped'];

const SERIES_OF: Readonly<Record<string, readonly string[] | undefined>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};
export const seriesOf = (name: string, type: string) =>
  (SERIES_OF[type] ?? ['']).map((ending) => `${name}${ending}`);

/**
 * The metrics in texts of the exposition format, with the labels of their samples. `declarations` have the labels of those that a
 * text names (`# TYPE`) without a sample.
 */
export function metricsIn(
  expositions: readonly string[],
  declarations: readonly Declaration[] = [],
): KnownMetrics {
  const known = new Map(OF_PROMETHEUS.map((name) => [name, new Set(OF_TARGET)]));
  const sampled = new Set<string>();
  for (const text of expositions) {
    for (const [, metric, type] of text.matchAll(TYPE)) {
      for (const name of seriesOf(metric, type)) known.set(name, known.get(name) ?? new Set(OF_TARGET));
    }
    for (const [, name, pairs = ''] of text.matchAll(SAMPLE)) {
      sampled.add(name);
      for (const [, label] of pairs.matchAll(LABEL)) addLabel(known.get(name), label);
    }
  }
  for (const { name: metric, type, labels } of declarations) {
    for (const name of seriesOf(metric, type).filter((series) => !sampled.has(series))) {
      for (const label of Object.keys(labels)) addLabel(known.get(name), label);
      if (name.endsWith('_bucket')) addLabel(known.get(name), 'le');
    }
  }
  return known;
}

/** Where a scraper does not honour a label `job` of the metric, it is `exported_job`. */
function addLabel(labels: Set<string> | undefined, label: string): void {
  labels?.add(label);
  if (label === 'job') labels?.add('exported_job');
}
