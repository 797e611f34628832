import type { KnownMetrics } from './result-labels';

const TYPE = /^# TYPE (\S+) (\S+)$/gm;
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+(?: \d+)?$/gm;
const LABEL = /([a-zA-Z_]\w*)="(?:[^"\\]|\\.)*"/g;

/** What Prometheus adds to each sample that it scrapes. */
const OF_TARGET = ['job', 'instance'];
/** What Prometheus records itself about each target. */
const OF_PROMETHEUS = ['up', 'scrape_duration_seconds', 'scrape_samples_scraped'];

const SERIES_OF: Readonly<Record<string, readonly string[] | undefined>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** The metrics and labels that texts in the exposition format declare (`# TYPE`) or have samples of. */
export function metricsIn(expositions: readonly string[]): KnownMetrics {
  const known = new Map(OF_PROMETHEUS.map((name) => [name, new Set(OF_TARGET)]));
  const labelsOf = (name: string) => {
    const labels = known.get(name) ?? new Set(OF_TARGET);
    known.set(name, labels);
    return labels;
  };
  for (const text of expositions) {
    for (const [, name, type] of text.matchAll(TYPE)) {
      for (const ending of SERIES_OF[type] ?? ['']) labelsOf(`${name}${ending}`);
    }
    for (const [, name, pairs = ''] of text.matchAll(SAMPLE)) {
      for (const [, label] of pairs.matchAll(LABEL)) labelsOf(name).add(label);
    }
  }
  return known;
}
