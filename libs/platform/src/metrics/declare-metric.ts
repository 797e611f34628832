import {
  getToken,
  makeCounterProvider,
  makeGaugeProvider,
  makeHistogramProvider,
} from '@willsoto/nestjs-prometheus';

/** Which values a label has: all of them, or the sentence that says what bounds their number. Never what a client sends. */
export type LabelBound = readonly (string | number)[] | string;

interface MetricOptions<Label extends string> {
  readonly name: string;
  /** What is measured, and its unit where the name has none. */
  readonly help: string;
  readonly labels?: Readonly<Record<Label, LabelBound>>;
  /** `database`: every process reports the same figure of the whole database, so the maximum is taken, not the sum. */
  readonly of?: 'process' | 'database';
}

export interface MetricDeclaration extends Required<MetricOptions<string>> {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Seconds, of a histogram. */
  readonly buckets: readonly number[];
}

const declarations = new Map<string, MetricDeclaration>();

/** What a provider's token declares; undefined where it is no metric of ours. */
export function declarationOf(token: unknown): MetricDeclaration | undefined {
  return declarations.get(String(token));
}

export function declareCounter<Label extends string = never>(options: MetricOptions<Label>) {
  return makeCounterProvider(declared('counter', options));
}

export function declareGauge<Label extends string = never>(options: MetricOptions<Label>) {
  return makeGaugeProvider(declared('gauge', options));
}

export function declareHistogram<Label extends string = never>({
  buckets,
  ...options
}: MetricOptions<Label> & { readonly buckets: readonly number[] }) {
  return makeHistogramProvider({ ...declared('histogram', options, buckets), buckets: [...buckets] });
}

function declared<Label extends string>(
  type: MetricDeclaration['type'],
  { name, help, labels = {} as Record<Label, LabelBound>, of = 'process' }: MetricOptions<Label>,
  buckets: readonly number[] = [],
) {
  declarations.set(getToken(name), { type, name, help, labels, of, buckets });
  return { name, help, labelNames: Object.keys(labels) };
}
