import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import { ALLOCATION_KINDS, type AllocationKind } from '#domain/portfolios/portfolio-run.entity';
import { RUN_KINDS, type RunKind } from '#domain/runs/run-measures';
import type { Run } from '#domain/runs/run.entity';
import type { RunLabels } from '#domain/runs/runs';
import { type Verdict, VERDICT_LEVELS } from '#engine/validation/reach-verdict';
import {
  DateAnswer,
  IdAnswer,
  MapAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  TimeAnswer,
  WordAnswer,
} from '../../http/answer-fields';
import { RequestedRunRead } from '../../http/requested-run-read.dto';
import { timeText } from '../../http/time-text';
import { NotesField, OneOfField, TextField, TextListField } from '../../http/validation/fields';
import { PARAMETER_VALUE, type ParameterValues, toParameterValues } from '../parameter-values';
import { RunMeasuresRead, toRunMeasures } from './run-measures.dto';

export class RunPath {
  @OneOfField(RUN_KINDS, { description: 'The kind of run', example: 'backtest' })
  kind: RunKind;
}

/** What clients call a run. */
export class RunLabelsRead {
  @TextAnswer({ description: 'Name of the run; null: none', example: 'baseline', nullable: true })
  name: string | null;

  @TextAnswer({ description: 'Note about the run; null: none', example: 'before fees', nullable: true })
  note: string | null;

  @TextsAnswer({ description: 'Tags of the run, in alphabetical order', example: ['spx', 'trend'] })
  tags: readonly string[];
}

export class UpdateRunLabelsDto {
  @TextField({ description: 'Name of the run', example: 'baseline', maximum: 128, clearable: true })
  name?: string | null;

  @NotesField({ description: 'Note about the run', example: 'before fees', maximum: 10_000, clearable: true })
  note?: string | null;

  @TextListField({
    description: 'All tags of the run, which replace those that it has',
    example: ['spx', 'trend'],
    mostItems: 32,
    maximum: 64,
    keepable: true,
  })
  tags?: string[];
}

/** A run in the list of all. */
export class RunRead extends RequestedRunRead {
  @WordAnswer(RUN_KINDS, { description: 'The kind of run', example: 'backtest' })
  kind: RunKind;

  @IdAnswer('among the runs of its kind')
  id: number;

  @WordAnswer(ALLOCATION_KINDS, {
    description:
      'What decides what is held in a portfolio run, a sweep or a walk-forward run over a portfolio; null: a run over one series',
    example: 'weights',
    nullable: true,
  })
  allocation: AllocationKind | null;

  @MapAnswer(PARAMETER_VALUE, {
    description:
      'Parameters (at most 32, each in its own unit): those of a backtest that are numbers; of the best combination of a sweep; of the last ' +
      'window of a walk-forward run; of a portfolio run its settings that are numbers, by their paths, such as weights.lookback; of a search over a portfolio with words, too. As requested until the run is completed',
    example: { fast: 10, slow: 30 },
  })
  parameters: ParameterValues;

  @DateAnswer({ description: 'First UTC day, inclusive', example: '2000-01-03' })
  start_date: string;

  @DateAnswer({ description: 'Last UTC day, inclusive', example: '2020-04-17' })
  end_date: string;

  @WordAnswer(JOB_STATUSES, { description: 'State of the run', example: 'completed' })
  status: JobStatus;

  @ObjectAnswer(RunMeasuresRead, { description: 'Figures of the run' })
  measures: RunMeasuresRead;

  @WordAnswer(VERDICT_LEVELS, {
    description:
      'How far the figures can be believed; null until completed, and in results of earlier versions',
    example: 'inconclusive',
    nullable: true,
  })
  verdict: Verdict['level'] | null;

  @ObjectAnswer(RunLabelsRead, { description: 'What clients call it' })
  labels: RunLabelsRead;

  @TextAnswer({
    description:
      'Digest of the subject of the token that submitted it, the same for all runs of a subject; null where no client did',
    example: 'kJBUIXgdVf2LX2B9pFb0hOXgxGYrGvBLxtxvlPXBvOE=',
    nullable: true,
  })
  author: string | null;

  @TimeAnswer({ description: 'When it was submitted', example: '2024-01-02T09:30:00Z' })
  created_at: string;
}

export function toRunLabels({ name, note, tags }: RunLabels): RunLabelsRead {
  return { name, note, tags };
}

export function toRunRead(run: Run): RunRead {
  return {
    kind: run.kind,
    id: run.runId,
    allocation: run.allocation,
    strategy_name: run.strategyName,
    symbol: run.symbol,
    exchange: run.exchange,
    interval: run.interval,
    parameters: toParameterValues(run.parameters),
    start_date: run.startDate,
    end_date: run.endDate,
    status: run.status,
    measures: toRunMeasures(run),
    verdict: run.verdict,
    labels: toRunLabels(run),
    author: run.author,
    created_at: timeText(run.createdAt),
  };
}
