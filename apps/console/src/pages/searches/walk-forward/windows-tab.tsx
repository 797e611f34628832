import type { Schemas } from '../../../api/hooks';
import { Timeline } from '../../../charts/timeline';
import { MEASURES } from '../../../components/measures';
import { type Column, Table } from '../../../components/table';
import { Term } from '../../../components/term';
import { ratio } from '../../../format/numbers';
import { parametersText } from '../../../format/parameters';
import { type TimeFormat, useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import { FormLink } from '../form-link';
import type { WalkForward } from '../search';

type Window = Schemas['WalkForwardWindowRead'];

const FIGURES = ['total_return', 'sharpe_ratio', 'max_drawdown', 'trades'] as const;

interface TabProps {
  readonly run: WalkForward;
}

/** Windows in time, what was chosen in each, and the figures of both sides. */
export function WindowsTab({ run }: TabProps) {
  const { windows = [] } = run;
  return (
    <div className="grid">
      <Card title="Windows in time" wide>
        <p className="quiet">
          {run.mode === 'anchored'
            ? 'Anchored: each training begins at the start of the range, and grows.'
            : 'Rolling: trainings move on with their tests.'}{' '}
          Parameters are chosen on the training alone.
        </p>
        <WindowsTimeline windows={windows} />
      </Card>
      <Card title="In-sample and out-of-sample" wide>
        <WindowsTable run={run} windows={windows} />
      </Card>
      <StabilityCard run={run} />
    </div>
  );
}

function WindowsTimeline({ windows }: { readonly windows: readonly Window[] }) {
  const times = useTimes();
  const [first, last] = [windows[0], windows.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <ul className="chart-legend">
        {LEGEND.map(({ color, label }) => (
          <li key={label}>
            <span className="swatch" style={{ background: `var(--${color})` }} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
      <Timeline
        label="Trainings and tests of the windows"
        start={first.train_start}
        end={last.test_end}
        tracks={windows.map((window) => ({
          name: `Window ${window.index}`,
          spans: [
            { start: window.train_start, end: window.train_end, label: 'training', color: 'series-1' },
            { start: window.test_start, end: window.test_end, label: 'test', color: 'series-2' },
          ],
        }))}
        table={
          <Table
            caption={`First and last bars of trainings and tests (${times.zone})`}
            rows={windows}
            rowKey={({ index }) => index}
            columns={[
              { key: 'index', title: 'Window', cell: ({ index }) => index },
              { key: 'train_start', title: 'Training from', cell: (w) => times.minute(w.train_start) },
              { key: 'train_end', title: 'to', cell: (w) => times.minute(w.train_end) },
              { key: 'test_start', title: 'Test from', cell: (w) => times.minute(w.test_start) },
              { key: 'test_end', title: 'to', cell: (w) => times.minute(w.test_end) },
            ]}
          />
        }
      />
    </>
  );
}

const LEGEND = [
  { color: 'series-1', label: 'training (in-sample)' },
  { color: 'series-2', label: 'test (out-of-sample)' },
];

function WindowsTable({ run, windows }: TabProps & { readonly windows: readonly Window[] }) {
  const times = useTimes();
  return (
    <Table
      caption="Each figure of the training, and the same of the test"
      rows={windows}
      rowKey={({ index }) => index}
      columns={windowColumns(run, times)}
    />
  );
}

function windowColumns(run: WalkForward, times: TimeFormat): Column<Window>[] {
  return [
    { key: 'index', title: 'Window', cell: ({ index }) => index },
    { key: 'start', title: 'Test from', number: true, cell: (w) => times.date(w.test_start) },
    { key: 'end', title: 'to', number: true, cell: (w) => times.date(w.test_end) },
    {
      key: 'parameters',
      title: 'Chosen parameters',
      cell: ({ best_parameters: best }) => (
        <FormLink of={run} combination={best} label={`Run ${parametersText(best)} as a backtest`}>
          {parametersText(best)}
        </FormLink>
      ),
    },
    ...FIGURES.flatMap((name): Column<Window>[] => [
      {
        key: `${name} in`,
        title: `${MEASURES[name].title}, in`,
        number: true,
        cell: ({ in_sample: figures }) => MEASURES[name].format(figures[name]),
      },
      {
        key: `${name} out`,
        title: `${MEASURES[name].title}, out`,
        number: true,
        cell: ({ out_of_sample: figures }) => <strong>{MEASURES[name].format(figures[name])}</strong>,
      },
    ]),
  ];
}

function StabilityCard({ run: { summary } }: TabProps) {
  const stability = Object.entries(summary?.parameter_stability ?? {});
  if (stability.length === 0) return null;
  return (
    <Card title="Parameter stability" wide>
      <p className="quiet">
        A parameter that jumps from window to window follows noise; one that stays has found something that
        lasts, or lies at the border of its grid.
      </p>
      <Table
        caption="The value chosen in each window"
        rows={stability}
        rowKey={([name]) => name}
        columns={[
          { key: 'name', title: 'Parameter', cell: ([name]) => <code>{name}</code> },
          { key: 'values', title: 'By window', cell: ([, { values }]) => values.join(', ') },
          {
            key: 'variation',
            title: (
              <Term meaning="Standard deviation of the chosen values over their mean. 0: always the same. None with one window or a mean of 0.">
                Coefficient of variation
              </Term>
            ),
            number: true,
            cell: ([, { coefficient_of_variation: variation }]) => ratio(variation),
          },
        ]}
      />
    </Card>
  );
}
