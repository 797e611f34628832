import type { StoredFingerprint } from '#domain/backtesting/verification';
import { ENGINE_VERSION } from './fingerprint';

/** What a difference in a field of the fingerprint is called. */
const INPUTS = {
  candles_sha256: 'candles',
  funding_sha256: 'funding',
  configuration_sha256: 'configuration',
  seed: 'configuration',
} as const;

/** What the run gives on what is stored today, or why it would fail. */
type TodaysRun =
  | {
      readonly fingerprint: StoredFingerprint;
      readonly metrics: object | null;
      /** Whether everything but the fingerprint is what is stored, to the last byte. */
      readonly hasSameResults: () => Promise<boolean>;
    }
  | { readonly refusal: string };

interface VerifiedRun {
  readonly stored: StoredFingerprint | null;
  readonly today: TodaysRun;
  /** Figures of the record that a client edited. */
  readonly edited?: readonly string[];
}

/**
 * What is not as it was, in the API's wire form. Versions of the engine differ by design: across them nothing is compared,
 * and what this one gives is shown.
 */
export async function describeVerification({ stored, today, edited = [] }: VerifiedRun): Promise<object> {
  const found = {
    metrics: 'refusal' in today ? null : today.metrics,
    fingerprint: 'refusal' in today ? null : today.fingerprint,
    stored_fingerprint: stored,
  };
  const details = [
    ...('refusal' in today ? [`the run would fail now: ${today.refusal}`] : []),
    ...(edited.length > 0
      ? [`the record was edited and is not what its run found: ${edited.join(', ')}`]
      : []),
  ];
  if (stored?.engine_version !== ENGINE_VERSION) {
    const made = `made by engine version ${String(stored?.engine_version)}; metrics are what version ${ENGINE_VERSION} gives`;
    return {
      ...{ identical: null, changed: ['engine_version'], detail: [made, ...details].join('; ') },
      ...found,
    };
  }
  const changed = [
    ...('refusal' in today ? ['results'] : await differences(today, stored)),
    ...(edited.length > 0 ? ['record'] : []),
  ];
  const detail = details.length > 0 ? details.join('; ') : null;
  return { identical: changed.length === 0, changed, detail, ...found };
}

async function differences(
  { fingerprint, hasSameResults }: Exclude<TodaysRun, { refusal: string }>,
  stored: StoredFingerprint,
): Promise<string[]> {
  const inputs = Object.entries(INPUTS)
    .filter(([field]) => fingerprint[field] !== stored[field])
    .map(([, name]) => name);
  const results = (await hasSameResults()) ? [] : ['results'];
  return [...new Set([...inputs, ...results])];
}
