import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRead, type Schemas } from '../../api/hooks';
import type { ChartColor } from '../../charts/chart-series';
import { TimeChart } from '../../charts/time-chart';
import { MEASURES, MeasureTerm } from '../../components/measures';
import { Empty, QueryView } from '../../components/query-view';
import { RunLink, runText } from '../../components/run-link';
import { Table } from '../../components/table';
import { count, NO_VALUE, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { runColumns, RUN_MEASURES } from './run-columns';

type Comparison = Schemas['ComparisonRead'];
type Run = Schemas['RunRead'];

const COLORS: readonly ChartColor[] = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'];
const POINTS = 1_000;

/** Two to five runs side by side. */
export function ComparePage() {
  const { runs } = useSearch({ from: '/console/compare' });
  const query = useRead(
    '/api/v1/backtesting/compare',
    { params: { query: { runs: runs ?? '', points: POINTS } } },
    { enabled: runs !== undefined },
  );
  return (
    <Page title="Compare runs" lead="What differs between runs, and what came out.">
      {runs === undefined ? (
        <Empty>
          Select two to five completed runs in <Link to="/console/runs">the list of runs</Link>.
        </Empty>
      ) : (
        <QueryView query={query}>{(comparison) => <ComparedRuns comparison={comparison} />}</QueryView>
      )}
    </Page>
  );
}

const nameOf = (run: Run): string => runText({ ...run, name: run.labels.name });

function ComparedRuns({ comparison }: { readonly comparison: Comparison }) {
  return (
    <div className="grid">
      <WhatRan comparison={comparison} />
      <Equity comparison={comparison} />
      <Differences comparison={comparison} />
      <Correlations comparison={comparison} />
      <Measures comparison={comparison} />
    </div>
  );
}

const SHOWN = ['run', 'strategy', 'series', 'verdict', 'days'];

function WhatRan({ comparison: { runs } }: { readonly comparison: Comparison }) {
  const times = useTimes();
  return (
    <Card title="Runs" wide>
      <Table
        caption="The runs that are compared"
        captionHidden
        columns={runColumns(times, []).filter(({ key }) => SHOWN.includes(key))}
        rows={runs}
        rowKey={nameOf}
      />
    </Card>
  );
}

function Equity({ comparison: { runs, equity } }: { readonly comparison: Comparison }) {
  const times = useTimes();
  const series = useMemo(
    () =>
      runs.map((run, index) => ({
        key: nameOf(run),
        title: nameOf(run),
        kind: 'line' as const,
        color: COLORS[index] ?? 'strong-line',
        format: growthText,
        points: equity.points.map(({ time, growth }) => ({ time, value: growth[index] ?? null })),
      })),
    [runs, equity],
  );
  return (
    <Card title="Equity on one axis" wide>
      <p className="quiet">
        {equity.start === null
          ? 'The runs have no time in common: each is 1 at its own first bar.'
          : `Multiples of the equity at ${times.time(equity.start)}, when all runs have begun.`}
      </p>
      <TimeChart
        label="Equity of the runs"
        series={series}
        logarithmic
        table={
          <Table
            caption="Equity of the runs, as multiples"
            captionHidden
            columns={[
              { key: 'time', title: `Time (${times.zone})`, cell: ({ time }) => times.minute(time) },
              ...runs.map((run, index) => ({
                key: nameOf(run),
                title: nameOf(run),
                number: true,
                cell: ({ growth }: (typeof equity.points)[number]) => growthText(growth[index] ?? null),
              })),
            ]}
            rows={equity.points}
            rowKey={({ time }) => time}
          />
        }
      />
    </Card>
  );
}

const growthText = (value: string | number | null): string =>
  value === null ? NO_VALUE : `${ratio(value, 4)}\u00a0×`;

function Measures({ comparison: { runs } }: { readonly comparison: Comparison }) {
  const rows = RUN_MEASURES.filter((name) => runs.some(({ measures }) => measures[name] !== null));
  return (
    <Card title="Measures" wide>
      <Table
        caption="Measures of each run"
        captionHidden
        columns={[
          { key: 'measure', title: 'Measure', cell: (name) => <MeasureTerm name={name} /> },
          ...runs.map((run) => ({
            key: nameOf(run),
            title: <RunLink kind={run.kind} id={run.id} name={run.labels.name} />,
            number: true,
            cell: (name: (typeof rows)[number]) => MEASURES[name].format(run.measures[name]),
          })),
        ]}
        rows={rows}
        rowKey={(name) => name}
      />
    </Card>
  );
}

/** Settings are numbers, texts, flags and lists, whatever a strategy takes. */
const settingText = (value: unknown): string =>
  value === null || value === undefined
    ? NO_VALUE
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

function Differences({ comparison: { runs, differences } }: { readonly comparison: Comparison }) {
  return (
    <Card title="Settings that differ">
      {differences.length === 0 ? (
        <Empty>All settings are the same.</Empty>
      ) : (
        <Table
          caption="Settings that differ"
          captionHidden
          columns={[
            { key: 'setting', title: 'Setting', cell: ({ setting }) => <code>{setting}</code> },
            ...runs.map((run, index) => ({
              key: nameOf(run),
              title: nameOf(run),
              cell: ({ values }: (typeof differences)[number]) => settingText(values[index]),
            })),
          ]}
          rows={differences}
          rowKey={({ setting }) => setting}
        />
      )}
    </Card>
  );
}

function Correlations({ comparison: { runs, correlations } }: { readonly comparison: Comparison }) {
  return (
    <Card title="Correlation of daily returns">
      <p className="quiet">
        Pearson, over the days that both have; no unit, from −1 to 1. Runs that are alike spread no risk.
      </p>
      <Table
        caption="Correlation of the daily returns of each two runs"
        captionHidden
        columns={[
          { key: 'run', title: 'Run', cell: ({ run }) => nameOf(run) },
          ...runs.map((other, index) => ({
            key: nameOf(other),
            title: nameOf(other),
            number: true,
            cell: ({ line }: { line: number }) => (
              <span title={`${count(correlations.common_days[line]?.[index])} common days`}>
                {ratio(correlations.coefficients[line]?.[index])}
              </span>
            ),
          })),
        ]}
        rows={runs.map((run, line) => ({ run, line }))}
        rowKey={({ run }) => nameOf(run)}
      />
    </Card>
  );
}
