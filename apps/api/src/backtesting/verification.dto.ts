import {
  VERIFICATION_CHANGES,
  type VerificationChange,
  type VerificationOutcome,
} from '#domain/backtesting/verification';
import type { Metrics } from '#engine/performance/compute-metrics';
import type { SweepRow } from '#engine/validation/assemble-sweep';
import type { WalkForwardSummary } from '#engine/validation/assemble-walk-forward';
import {
  FlagAnswer,
  IdAnswer,
  ObjectAnswer,
  TextAnswer,
  WordAnswer,
  WordsAnswer,
} from '../http/answer-fields';
import { FingerprintRead, toFingerprint } from './fingerprint.dto';
import { MetricsRead, toMetrics } from './metrics.dto';
import { CombinationRead, toCombination } from './sweep.dto';
import type { VerifiedKind } from './verifications';
import { toWalkForwardSummary, WalkForwardSummaryRead } from './walk-forward.dto';

class VerificationRead {
  @IdAnswer('of the run')
  id: number;

  @FlagAnswer({
    description:
      'Whether fingerprint, figures, trades and equity are the same to the last byte; null: the run is of another engine version and is not compared',
    example: true,
    nullable: true,
  })
  identical: boolean | null;

  @WordsAnswer(VERIFICATION_CHANGES, { description: 'What differs from the run', example: [] })
  changed: readonly VerificationChange[];

  @TextAnswer({
    description: 'Why the run would fail now, or why it is not compared; null otherwise',
    example: null,
    nullable: true,
  })
  detail: string | null;

  @ObjectAnswer(FingerprintRead, {
    description: 'Fingerprint of the repeated run; null where the run would fail now',
    nullable: true,
  })
  fingerprint: FingerprintRead | null;

  @ObjectAnswer(FingerprintRead, { description: 'Fingerprint of the run that is verified', nullable: true })
  stored_fingerprint: FingerprintRead | null;
}

/** Of backtests and portfolio runs. */
export class BacktestVerificationRead extends VerificationRead {
  @ObjectAnswer(MetricsRead, {
    description: 'Figures of the repeated run; null where the run would fail now',
    nullable: true,
  })
  metrics: MetricsRead | null;
}

export class WalkForwardVerificationRead extends VerificationRead {
  @ObjectAnswer(WalkForwardSummaryRead, {
    description: 'Summary of the repeated run; null where the run would fail now',
    nullable: true,
  })
  metrics: WalkForwardSummaryRead | null;
}

export class SweepVerificationRead extends VerificationRead {
  @ObjectAnswer(CombinationRead, {
    description:
      'The best combination of the repeated sweep; null where there is none, or the sweep would fail now',
    nullable: true,
  })
  metrics: CombinationRead | null;
}

export class VerificationUnderWay {
  @IdAnswer('of the run')
  id: number;

  @WordAnswer(['running'], { description: 'State of the verification', example: 'running' })
  status: 'running';
}

/** What is shown of a run of each kind. */
const TO_FIGURES = {
  backtest: (figures) => toMetrics(figures as Metrics),
  portfolio: (figures) => toMetrics(figures as Metrics),
  walk_forward: (figures) => toWalkForwardSummary(figures as WalkForwardSummary),
  sweep: (figures) => toCombination(figures as SweepRow),
} as const satisfies Record<VerifiedKind, (figures: object) => object>;

export function toVerification(
  kind: VerifiedKind,
  id: number,
  { identical, changed, detail, metrics, fingerprint, storedFingerprint }: VerificationOutcome,
) {
  return {
    id,
    identical,
    changed,
    detail,
    metrics: metrics && TO_FIGURES[kind](metrics),
    fingerprint: fingerprint && toFingerprint(fingerprint),
    stored_fingerprint: storedFingerprint && toFingerprint(storedFingerprint),
  };
}
