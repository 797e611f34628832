import { Badge, JobStateBadge } from '../../components/badge';
import { MEASURES, type ShownMeasure } from '../../components/measures';
import { RunLink } from '../../components/run-link';
import type { Column } from '../../components/table';
import { VERDICTS } from '../../components/verdict';
import { NO_VALUE } from '../../format/numbers';
import { parametersText } from '../../format/parameters';
import type { TimeFormat } from '../../format/times';
import type { Run } from './run-list';

export type RunMeasure = ShownMeasure & keyof Run['measures'];

/** Shown unless others are chosen. */
export const FIRST_MEASURES: readonly RunMeasure[] = [
  'total_return',
  'benchmark_return',
  'sharpe_ratio',
  'max_drawdown',
  'trades',
];

/** Measures of reports that no list has. */
const OF_REPORTS: Readonly<Record<Exclude<ShownMeasure, RunMeasure>, true>> = {
  longest_drawdown_bars: true,
  expectancy: true,
  final_equity: true,
  periods_per_year: true,
};

const isOfRuns = (name: ShownMeasure): name is RunMeasure => !(name in OF_REPORTS);

/** All measures of the list, in the order in which they are shown. */
export const RUN_MEASURES: readonly RunMeasure[] = [
  ...new Set([...FIRST_MEASURES, ...(Object.keys(MEASURES) as ShownMeasure[]).filter(isOfRuns)]),
];

const measureColumns = (names: readonly RunMeasure[]): readonly Column<Run>[] =>
  names.map((name) => ({
    key: name,
    title: MEASURES[name].title,
    number: true,
    sortable: true,
    cell: ({ measures }) => MEASURES[name].format(measures[name]),
  }));

/** What the list of runs shows, with a column for each of these measures, sorted by the service. */
export function runColumns(times: TimeFormat, measures: readonly RunMeasure[]): readonly Column<Run>[] {
  return [
    {
      key: 'run',
      title: 'Run',
      cell: (run) => <RunLink kind={run.kind} id={run.id} name={run.labels.name} />,
    },
    {
      key: 'strategy',
      title: 'Strategy',
      cell: ({ strategy_name: name, allocation }) => (allocation ? `${allocation}: ${name}` : name),
    },
    {
      key: 'series',
      title: 'Series',
      cell: ({ exchange, symbol, interval }) => [exchange, symbol, interval].filter(Boolean).join(' '),
    },
    { key: 'state', title: 'State', cell: (run) => <JobStateBadge state={run.status} /> },
    {
      key: 'verdict',
      title: 'Verdict',
      cell: ({ verdict }) =>
        verdict ? <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].title}</Badge> : NO_VALUE,
    },
    ...measureColumns(measures),
    { key: 'parameters', title: 'Parameters', cell: (run) => parametersText(run.parameters, NO_VALUE) },
    { key: 'days', title: 'Days (UTC)', cell: (run) => `${run.start_date} to ${run.end_date}` },
    {
      key: 'tags',
      title: 'Tags',
      cell: (run) => run.labels.tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
    },
    {
      key: 'created_at',
      title: `Submitted (${times.zone})`,
      cell: (run) => times.minute(run.created_at),
      sortable: true,
    },
  ];
}
