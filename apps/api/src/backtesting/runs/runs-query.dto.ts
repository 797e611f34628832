import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import { ALLOCATION_KINDS, type AllocationKind } from '#domain/portfolios/portfolio-run.entity';
import { RUN_KINDS, RUN_MEASURES, RUN_SORTS, type RunKind, SORT_ORDERS } from '#domain/runs/run-measures';
import type { RunFilter } from '#domain/runs/run-conditions';
import { DATE_TIME } from '#engine/market/field-rule';
import { type Verdict, VERDICT_LEVELS } from '#engine/validation/reach-verdict';
import { SortedPageQuery } from '../../http/page.dto';
import { field, type FieldOptions } from '../../http/validation/field';
import { DateField, IntervalField, OneOfField, TextField } from '../../http/validation/fields';
import { EntriesField, MeasuresField, readEntries, readParameters } from '../entries-field';

/** Of the submitter's own runs. */
const OWN = 'me';
/** A time that stays the text that came. */
const TimeTextField = (options: FieldOptions) =>
  field(
    {
      rule: DATE_TIME.rule,
      read: (value) => (DATE_TIME.read(value) === undefined ? undefined : value),
      schema: { type: String, format: 'date-time' },
    },
    { optional: true, ...options },
  );

export class RunsQuery extends SortedPageQuery {
  @OneOfField(RUN_KINDS, { description: 'Only this kind of run', optional: true })
  kind?: RunKind;

  @OneOfField(ALLOCATION_KINDS, {
    description: 'Only runs over portfolios that hold their members so',
    optional: true,
  })
  allocation?: AllocationKind;

  @TextField({ description: 'Only runs of this strategy', maximum: 128, optional: true })
  strategy_name?: string;

  @TextField({ description: 'Only runs over this symbol', maximum: 128, optional: true })
  symbol?: string;

  @TextField({ description: 'Only runs over candles of this exchange', maximum: 64, optional: true })
  exchange?: string;

  @IntervalField({ optional: true })
  interval?: string;

  @OneOfField(JOB_STATUSES, { description: 'Only runs in this state', optional: true })
  status?: JobStatus;

  @OneOfField(VERDICT_LEVELS, { description: 'Only runs with this verdict', optional: true })
  verdict?: Verdict['level'];

  @EntriesField({
    description:
      'Only runs with these parameters, such as fast:10,slow:30, or weights.method:risk_parity of searches over portfolios',
  })
  parameters?: string;

  @DateField({ description: 'Only runs whose first day is this one or later', optional: true })
  start_date?: string;

  @DateField({ description: 'Only runs whose last day is this one or earlier', optional: true })
  end_date?: string;

  @TimeTextField({ description: 'Only runs that were submitted at this time or later' })
  created_start?: string;

  @TimeTextField({ description: 'Only runs that were submitted at this time or earlier' })
  created_end?: string;

  @MeasuresField(RUN_MEASURES, { description: 'Least value of measures, such as sharpe_ratio:1,trades:30' })
  at_least?: string;

  @MeasuresField(RUN_MEASURES, { description: 'Largest value of measures, such as max_drawdown:0.2' })
  at_most?: string;

  @TextField({
    description: 'Only runs whose name holds this text, in any letter case',
    maximum: 128,
    optional: true,
  })
  name?: string;

  @TextField({ description: 'Only runs with this tag', maximum: 64, optional: true })
  tag?: string;

  @TextField({
    description: `Only runs of this author, as runs show it, or ${OWN}: of the subject of the token`,
    maximum: 64,
    optional: true,
  })
  author?: string;

  @OneOfField(RUN_SORTS, {
    description: 'What the list is sorted by; runs without the measure come last, equal ones by newest',
    optional: true,
    default: 'created_at',
  })
  sort: (typeof RUN_SORTS)[number] = 'created_at';

  @OneOfField(SORT_ORDERS, {
    description: 'Largest or newest first (desc), or smallest or oldest first (asc)',
    optional: true,
    default: 'desc',
  })
  order: (typeof SORT_ORDERS)[number] = 'desc';
}

/** `caller` is the digest of the subject of the token. */
export function toRunFilter(query: RunsQuery, caller: string | null): RunFilter {
  const { parameters, created_start, created_end, at_least, at_most, author } = query;
  return {
    ...(query.kind && { kind: query.kind }),
    ...(query.allocation && { allocation: query.allocation }),
    ...(query.strategy_name && { strategyName: query.strategy_name }),
    ...(query.symbol && { symbol: query.symbol }),
    ...(query.exchange && { exchange: query.exchange }),
    ...(query.interval && { interval: query.interval }),
    ...(query.status && { status: query.status }),
    ...(query.verdict && { verdict: query.verdict }),
    ...(query.start_date && { startDate: query.start_date }),
    ...(query.end_date && { endDate: query.end_date }),
    ...(query.name && { name: query.name }),
    ...(query.tag && { tag: query.tag }),
    ...(author && { author: author === OWN ? (caller ?? '') : author }),
    ...(parameters && { parameters: Object.fromEntries(readParameters(parameters)!) }),
    ...(at_least && { atLeast: Object.fromEntries(readEntries(at_least)!) }),
    ...(at_most && { atMost: Object.fromEntries(readEntries(at_most)!) }),
    ...(created_start && { createdStart: new Date(DATE_TIME.read(created_start)!) }),
    ...(created_end && { createdEnd: new Date(DATE_TIME.read(created_end)!) }),
  };
}
