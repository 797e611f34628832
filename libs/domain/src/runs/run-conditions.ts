import type { Verdict } from '#engine/validation/reach-verdict';
import type { JobStatus } from '../job-runs/job-status';
import type { AllocationKind } from '../portfolios/portfolio-run.entity';
import type { RunKind, RunMeasure } from './run-measures';

/** What a list of runs is narrowed to; nothing where a field is left out. */
export interface RunFilter {
  readonly kind?: RunKind;
  readonly allocation?: AllocationKind;
  readonly strategyName?: string;
  readonly symbol?: string;
  readonly exchange?: string;
  readonly interval?: string;
  readonly status?: JobStatus;
  readonly verdict?: Verdict['level'];
  readonly author?: string;
  /** A part of the label, in any letter case. */
  readonly name?: string;
  readonly tag?: string;
  readonly parameters?: Readonly<Record<string, number>>;
  /** UTC days, inclusive, that the run's range lies within. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Of its submission, inclusive. */
  readonly createdStart?: Date;
  readonly createdEnd?: Date;
  readonly atLeast?: Readonly<Partial<Record<RunMeasure, number>>>;
  readonly atMost?: Readonly<Partial<Record<RunMeasure, number>>>;
}

export interface RunCondition {
  readonly sql: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The conditions of a filter on the table `runs`, called `run`. */
export function runConditions(filter: RunFilter): RunCondition[] {
  const { tag, name, parameters, startDate, endDate, createdStart, createdEnd, atLeast, atMost } = filter;
  return [
    ...equal('kind', filter.kind),
    ...equal('allocation', filter.allocation),
    ...equal('strategy_name', filter.strategyName),
    ...equal('symbol', filter.symbol),
    ...equal('exchange', filter.exchange),
    ...equal('interval', filter.interval),
    ...equal('status', filter.status),
    ...equal('verdict', filter.verdict),
    ...equal('author', filter.author),
    ...given(tag, 'tag', 'run.tags @> array[:tag]'),
    ...given(name?.toLowerCase(), 'name', 'position(:name in lower(run.name)) > 0'),
    ...given(parameters && JSON.stringify(parameters), 'parameters', 'run.parameters @> :parameters::jsonb'),
    ...given(startDate, 'startDate', 'run.start_date >= :startDate'),
    ...given(endDate, 'endDate', 'run.end_date <= :endDate'),
    ...given(createdStart, 'createdStart', 'run.created_at >= :createdStart'),
    ...given(createdEnd, 'createdEnd', 'run.created_at <= :createdEnd'),
    ...bounds(atLeast, '>='),
    ...bounds(atMost, '<='),
  ];
}

function equal(column: string, value: unknown): RunCondition[] {
  return given(value, column, `run.${column} = :${column}`);
}

function given(value: unknown, parameter: string, sql: string): RunCondition[] {
  return value === undefined ? [] : [{ sql, values: { [parameter]: value } }];
}

function bounds(
  measures: Readonly<Partial<Record<RunMeasure, number>>> = {},
  operator: '>=' | '<=',
): RunCondition[] {
  const suffix = operator === '>=' ? 'least' : 'most';
  return Object.entries(measures).map(([measure, value]) => ({
    sql: `run.${measure} ${operator} :${measure}_${suffix}`,
    values: { [`${measure}_${suffix}`]: value },
  }));
}
