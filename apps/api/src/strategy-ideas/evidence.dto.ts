import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import { LARGEST_ID } from '#domain/records/records';
import { RUN_KINDS, type RunKind } from '#domain/runs/run-measures';
import type { LinkedRun } from '#domain/strategy-ideas/evidence-links';
import { type Verdict, VERDICT_LEVELS } from '#engine/validation/reach-verdict';
import {
  CountAnswer,
  DateAnswer,
  FlagAnswer,
  FractionAnswer,
  IdAnswer,
  NumberAnswer,
  TextAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { RequestedRunRead } from '../http/requested-run-read.dto';
import { timeText } from '../http/time-text';
import { IntegerField, NotesField, OneOfField } from '../http/validation/fields';

export class LinkEvidenceDto {
  @OneOfField(RUN_KINDS, { description: 'What the run is', example: 'walk-forward' })
  kind: RunKind;

  @IntegerField({ description: 'Identifier of the run', example: 3, minimum: 1, maximum: LARGEST_ID })
  run_id: number;

  @NotesField({
    description: 'What the run says about the idea; of a run that is linked already, it replaces the note',
    example: 'Holds from 2015 on, at twice the fees',
    maximum: 10_000,
    optional: true,
  })
  note?: string | null;
}

const WHERE_UNDEFINED = 'null until completed, or where undefined';

/** A run that tests an idea, with its main figures. */
export class StrategyIdeaEvidenceRead extends RequestedRunRead {
  @IdAnswer('of the link', 5)
  id: number;

  @WordAnswer(RUN_KINDS, { description: 'What the run is', example: 'walk-forward' })
  kind: RunKind;

  @IdAnswer('of the run', 3)
  run_id: number;

  @WordAnswer(JOB_STATUSES, { description: 'State of the run', example: 'completed' })
  status: JobStatus;

  @DateAnswer({ description: 'First UTC day of the run, inclusive', example: '2000-01-03' })
  start_date: string;

  @DateAnswer({ description: 'Last UTC day of the run, inclusive', example: '2020-04-17' })
  end_date: string;

  @NumberAnswer('ratio', {
    description: `Sharpe ratio, annualised: of the backtest or portfolio run, of the best combination of a sweep, or of the stitched tests of a walk-forward run; ${WHERE_UNDEFINED}`,
    example: 0.41,
    nullable: true,
  })
  sharpe_ratio: number | null;

  @NumberAnswer('probability, 0 to 1', {
    description: `Deflated Sharpe ratio of the same; null of a backtest or portfolio run, ${WHERE_UNDEFINED}`,
    example: 0.62,
    nullable: true,
  })
  deflated_sharpe_ratio: number | null;

  @FractionAnswer({
    description: `Total return of the same; ${WHERE_UNDEFINED}`,
    example: 0.97,
    nullable: true,
  })
  total_return: number | null;

  @FractionAnswer({
    description: `Largest loss from a peak of the equity, as a share of the peak, of the same; ${WHERE_UNDEFINED}`,
    example: 0.33,
    nullable: true,
  })
  max_drawdown: number | null;

  @CountAnswer('trades', {
    description: `Round trips of the same; ${WHERE_UNDEFINED}`,
    example: 42,
    nullable: true,
  })
  trades: number | null;

  @WordAnswer(VERDICT_LEVELS, {
    description: `How far the run's own figures can be believed; ${WHERE_UNDEFINED}, and of runs of earlier versions`,
    example: 'inconclusive',
    nullable: true,
  })
  verdict_level: Verdict['level'] | null;

  @FlagAnswer({
    description: 'Whether a client set the status or a metric of the run: it does not count as evidence',
    example: false,
  })
  manually_edited: boolean;

  @TextAnswer({
    description: 'What the run says about the idea; null: none',
    example: 'Holds from 2015 on, at twice the fees',
    nullable: true,
  })
  note: string | null;

  @TimeAnswer({ description: 'When it was linked', example: '2024-01-02T09:30:00Z' })
  linked_at: string;
}

export function toEvidenceRead(link: LinkedRun): StrategyIdeaEvidenceRead {
  return {
    id: link.id,
    kind: link.kind,
    run_id: link.runId,
    status: link.status,
    strategy_name: link.strategyName,
    symbol: link.symbol,
    exchange: link.exchange,
    interval: link.interval,
    start_date: link.startDate,
    end_date: link.endDate,
    sharpe_ratio: link.sharpeRatio,
    deflated_sharpe_ratio: link.deflatedSharpeRatio,
    total_return: link.totalReturn,
    max_drawdown: link.maxDrawdown,
    trades: link.trades,
    verdict_level: link.verdictLevel,
    manually_edited: link.isEdited,
    note: link.note,
    linked_at: timeText(link.linkedAt),
  };
}
