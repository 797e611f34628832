import { VERDICT_LEVELS, type Verdict } from '#engine/validation/reach-verdict';
import type { JobStatus } from '../job-runs/job-status';
import { RUN_NAMES, type RunKind } from '../runs/run-measures';

/** What decides how much a linked run is worth. */
export interface JudgedRun {
  /** Of the link; later ones are higher. */
  readonly id: number;
  readonly kind: RunKind;
  readonly runId: number;
  readonly status: JobStatus;
  /** Whether a client set its status or a metric. */
  readonly isEdited: boolean;
  /** The next three are null where the run is not completed, or the measure is not defined. */
  readonly verdictLevel: Verdict['level'] | null;
  readonly deflatedSharpeRatio: number | null;
  readonly sharpeRatio: number | null;
}

/** The suggested status that evidence has to support, as `isValidated` compares it. */
const VALIDATED = 'validated';

/**
 * The best of the completed runs that no client edited: the best verdict, then the highest deflated Sharpe ratio, then the highest
 * Sharpe ratio, each before one that is undefined, then the newest link. Undefined where no run counts.
 */
export function bestEvidence<Run extends JudgedRun>(runs: readonly Run[]): Run | undefined {
  return runs
    .filter(counts)
    .reduce<Run | undefined>(
      (best, run) => (best === undefined || isBetter(run, best) ? run : best),
      undefined,
    );
}

/** What a reader of the evidence should know: a status that it does not support, and the runs that do not count. */
export function evidenceWarnings(status: string, runs: readonly JudgedRun[]): string[] {
  const isSupported = runs.some((run) => counts(run) && run.verdictLevel === 'holds_up');
  return [
    ...(isValidated(status) && !isSupported
      ? ['the status is validated, but no evidence has the verdict holds_up: a walk-forward run can have it']
      : []),
    ...runs.flatMap((run) => {
      const reason = reasonAgainst(run);
      return reason === undefined
        ? []
        : [`${RUN_NAMES[run.kind]} ${run.runId} ${reason} and does not count as evidence`];
    }),
  ];
}

function counts(run: JudgedRun): boolean {
  return reasonAgainst(run) === undefined;
}

function reasonAgainst({ status, isEdited }: JudgedRun): string | undefined {
  if (isEdited) return 'was edited by hand';
  if (status === 'failed') return 'failed';
  return status === 'completed' ? undefined : 'is not finished';
}

function isValidated(status: string): boolean {
  return status.trim().toLowerCase() === VALIDATED;
}

function isBetter(run: JudgedRun, other: JudgedRun): boolean {
  const [left, right] = [worthOf(run), worthOf(other)];
  const difference = left.findIndex((worth, index) => worth !== right[index]);
  return difference >= 0 && left[difference] > right[difference];
}

function worthOf({ verdictLevel, deflatedSharpeRatio, sharpeRatio, id }: JudgedRun): number[] {
  return [
    verdictLevel === null ? -1 : VERDICT_LEVELS.indexOf(verdictLevel),
    deflatedSharpeRatio ?? -Infinity,
    sharpeRatio ?? -Infinity,
    id,
  ];
}
