import type { RunFingerprint } from '#domain/backtesting/stored-report';
import type {
  VerificationChange,
  VerificationOutcome,
  VerifiedFigures,
} from '#domain/backtesting/verification';
import { ENGINE_VERSION } from './fingerprint';

/** What a difference in a field of the fingerprint is called. */
const INPUTS = {
  candlesSha256: 'candles',
  fundingSha256: 'funding',
  benchmarkSha256: 'benchmark',
  dataSha256: 'data',
  configurationSha256: 'configuration',
  seed: 'configuration',
} as const satisfies Partial<Record<keyof RunFingerprint, VerificationChange>>;

/** What the run gives on what is stored today, or why it would fail. */
export type TodaysRun =
  | {
      readonly fingerprint: RunFingerprint;
      readonly metrics: VerifiedFigures | null;
      /** Whether everything but the fingerprint is what is stored, to the last byte. */
      readonly hasSameResults: () => Promise<boolean>;
    }
  | { readonly refusal: string };

interface VerifiedRun {
  readonly stored: RunFingerprint | null;
  readonly today: TodaysRun;
  /** Figures of the record that a client edited. */
  readonly edited?: readonly string[];
}

/**
 * What is not as it was. Versions of the engine differ by design: across them nothing is compared,
 * and what this one gives is shown.
 */
export async function describeVerification({
  stored,
  today,
  edited = [],
}: VerifiedRun): Promise<VerificationOutcome> {
  const found = {
    metrics: 'refusal' in today ? null : today.metrics,
    fingerprint: 'refusal' in today ? null : today.fingerprint,
    storedFingerprint: stored,
  };
  const details = [
    ...('refusal' in today ? [`the run would fail now: ${today.refusal}`] : []),
    ...(edited.length > 0
      ? [`the record was edited and is not what its run found: ${edited.join(', ')}`]
      : []),
  ];
  if (stored?.engineVersion !== ENGINE_VERSION) {
    const made = `made by engine version ${String(stored?.engineVersion)}; metrics are what version ${ENGINE_VERSION} gives`;
    return {
      identical: null,
      changed: ['engine_version'],
      detail: [made, ...details].join('; '),
      ...found,
    };
  }
  const changed: VerificationChange[] = [
    ...('refusal' in today ? (['results'] as const) : await differences(today, stored)),
    ...(edited.length > 0 ? (['record'] as const) : []),
  ];
  const detail = details.length > 0 ? details.join('; ') : null;
  return { identical: changed.length === 0, changed, detail, ...found };
}

async function differences(
  { fingerprint, hasSameResults }: Exclude<TodaysRun, { refusal: string }>,
  stored: RunFingerprint,
): Promise<VerificationChange[]> {
  const inputs = (Object.keys(INPUTS) as (keyof typeof INPUTS)[])
    .filter((field) => fingerprint[field] !== stored[field])
    .map((field) => INPUTS[field]);
  const results = (await hasSameResults()) ? [] : (['results'] as const);
  return [...new Set([...inputs, ...results])];
}
