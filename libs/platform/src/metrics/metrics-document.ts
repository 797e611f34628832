import type { MetricDeclaration } from './declare-metric';

type ByProcess = Readonly<Record<string, readonly MetricDeclaration[]>>;

const HEAD = `# Metrics

What the API and the workers report at \`/metrics\`, as their declarations have it: \`npm run docs:metrics\` writes this page. [Operations](operations.md#metrics-and-logs) describes where they are served, and what to alert on.

- A figure of a **process** is about the process that reports it: add up the replicas, or compare them.
- A figure of the **database** is the same on every process that has it: take the maximum, not the sum.
- Times are in seconds; a \`…_timestamp_seconds\` counts them from 1970. A histogram has \`_bucket\`, \`_sum\` and \`_count\`.
- No label has a value that a client chooses. \`exchange\` of stored data is the name that candles were stored under, and limited in number.

Besides, each process reports the default metrics of prom-client, \`process_…\` and \`nodejs_…\`: without labels, but for \`nodejs_gc_duration_seconds\` (\`kind\`), \`nodejs_heap_space_size_…\` (\`space\`), \`nodejs_active_…\` (\`type\`) and \`nodejs_version_info\`. Their names are those of Node.js: each as many as the version has kinds.
`;

/** docs/metrics.md of the metrics of each process. Throws where a label has no bound. */
export function metricsDocument(byProcess: ByProcess): string {
  const all = new Map(Object.values(byProcess).flatMap((ofOne) => ofOne.map((one) => [one.name, one])));
  const sections = [...all.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((metric) => sectionOf(metric, processesWith(metric.name, byProcess)));
  return [HEAD, ...sections].join('\n');
}

function processesWith(name: string, byProcess: ByProcess): string {
  const having = Object.entries(byProcess).filter(([, metrics]) =>
    metrics.some((metric) => metric.name === name),
  );
  return having.map(([process]) => process).join(', ');
}

function sectionOf(metric: MetricDeclaration, processes: string): string {
  const { name, type, help, labels, of, buckets } = metric;
  const aggregate = of === 'database' ? 'of the database: take the maximum' : 'of the process';
  return [
    `## \`${name}\``,
    '',
    `${help}.`,
    '',
    `- ${type} of ${processes}; ${aggregate}`,
    ...(buckets.length > 0 ? [`- buckets in seconds: ${buckets.join(', ')}`] : []),
    ...Object.entries(labels).map(([label, bound]) => `- \`${label}\`: ${boundText(name, label, bound)}`),
    '',
  ].join('\n');
}

function boundText(name: string, label: string, bound: MetricDeclaration['labels'][string]): string {
  if (bound.length === 0) throw new Error(`${name}: nothing bounds the values of the label ${label}`);
  return typeof bound === 'string' ? bound : bound.map((value) => `\`${value}\``).join(', ');
}
