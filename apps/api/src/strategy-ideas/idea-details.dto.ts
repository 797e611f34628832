import type { LinkedRun } from '#domain/strategy-ideas/evidence-links';
import { bestEvidence, evidenceWarnings, type JudgedRun } from '#domain/strategy-ideas/judge-evidence';
import { limitWarnings } from '#engine/market/limit-warnings';
import type { Verdict } from '#engine/validation/reach-verdict';
import { toVerdict, VerdictRead } from '../http/verdict.dto';
import { CountAnswer, IdAnswer, ObjectAnswer, TextAnswer, TextsAnswer } from '../http/answer-fields';
import { StrategyIdeaEvidenceRead, toEvidenceRead } from './evidence.dto';

class EvidenceCountsRead {
  @CountAnswer('runs', { description: 'All that are linked', example: 3 })
  total: number;

  @CountAnswer('runs', { description: 'Backtests among them', example: 1 })
  backtests: number;

  @CountAnswer('runs', { description: 'Sweeps among them', example: 1 })
  sweeps: number;

  @CountAnswer('runs', { description: 'Walk-forward runs among them', example: 1 })
  walk_forwards: number;

  @CountAnswer('runs', { description: 'Portfolio runs among them', example: 0 })
  portfolios: number;

  @CountAnswer('runs', { description: 'Runs among them that are pending or running', example: 0 })
  unfinished: number;

  @CountAnswer('runs', { description: 'Runs among them that failed', example: 0 })
  failed: number;

  @CountAnswer('runs', { description: 'Runs among them that a client edited by hand', example: 0 })
  manually_edited: number;
}

class JudgedEvidenceRead extends StrategyIdeaEvidenceRead {
  @ObjectAnswer(VerdictRead, {
    description: 'How far the figures can be believed; null until completed, and of runs of earlier versions',
    nullable: true,
  })
  verdict: VerdictRead | null;
}

/** What is known of an idea beside its own fields. */
export class StrategyIdeaDetailsRead {
  @IdAnswer('of the idea', 3)
  id: number;

  @TextAnswer({ description: 'How far the idea is, free text', example: 'researching' })
  status: string;

  @ObjectAnswer(EvidenceCountsRead, { description: 'How many runs are linked' })
  evidence: EvidenceCountsRead;

  @ObjectAnswer(JudgedEvidenceRead, {
    description:
      'The best of the completed runs that no client edited: the best verdict (holds_up, not_refuted, inconclusive, likely_luck, none), ' +
      'then the highest deflated Sharpe ratio, then the highest Sharpe ratio, undefined ones last, then the newest link; null: none counts',
    nullable: true,
  })
  best: JudgedEvidenceRead | null;

  @ObjectAnswer(JudgedEvidenceRead, {
    description: 'The run that was linked last, whatever its status; null: none is linked',
    nullable: true,
  })
  newest: JudgedEvidenceRead | null;

  @CountAnswer('records', { description: 'Journal entries of the idea', example: 7 })
  journal_entries: number;

  @TextsAnswer({
    description:
      'What a reader should know: a status validated (without case and outer spaces) while no evidence has the verdict holds_up, and the runs ' +
      'that do not count because they failed, are not finished or were edited by hand',
    example: ['sweep 3 failed and does not count as evidence'],
  })
  warnings: string[];
}

/** What of an idea is shown: all of its links, newest first, and two of them in full with their verdicts. */
interface IdeaDetails {
  readonly id: number;
  readonly status: string;
  readonly runs: readonly JudgedRun[];
  readonly shown: readonly LinkedRun[];
  readonly verdicts: ReadonlyMap<number, Verdict>;
  readonly journalEntries: number;
}

export function toIdeaDetails(details: IdeaDetails): StrategyIdeaDetailsRead {
  const { id, status, runs, shown, verdicts, journalEntries } = details;
  const judged = (run: JudgedRun | undefined) => {
    const link = shown.find((each) => each.id === run?.id);
    return link ? toJudgedEvidence(link, verdicts.get(link.id)) : null;
  };
  return {
    id,
    status,
    evidence: toEvidenceCounts(runs),
    best: judged(bestEvidence(runs)),
    newest: judged(runs.at(0)),
    journal_entries: journalEntries,
    warnings: limitWarnings(evidenceWarnings(status, runs)),
  };
}

function toEvidenceCounts(runs: readonly JudgedRun[]): EvidenceCountsRead {
  const count = (matches: (run: JudgedRun) => boolean) => runs.filter(matches).length;
  return {
    total: runs.length,
    backtests: count(({ kind }) => kind === 'backtest'),
    sweeps: count(({ kind }) => kind === 'sweep'),
    walk_forwards: count(({ kind }) => kind === 'walk-forward'),
    portfolios: count(({ kind }) => kind === 'portfolio'),
    unfinished: count(({ status }) => status === 'pending' || status === 'running'),
    failed: count(({ status }) => status === 'failed'),
    manually_edited: count(({ isEdited }) => isEdited),
  };
}

function toJudgedEvidence(link: LinkedRun, verdict: Verdict | undefined): JudgedEvidenceRead {
  return Object.assign(toEvidenceRead(link), { verdict: verdict ? toVerdict(verdict) : null });
}
