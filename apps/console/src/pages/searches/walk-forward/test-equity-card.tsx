import { useMemo } from 'react';
import { type Schemas, useRead } from '../../../api/hooks';
import type { ChartSeries, Mark } from '../../../charts/chart-series';
import { TimeChart } from '../../../charts/time-chart';
import { DownloadButton } from '../../../components/download-button';
import { Empty, QueryView } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { count, percent, ratio } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import type { WalkForward } from '../search';

type Curve = Schemas['TestEquityRead'];

/** More than a screen has pixels across; and what one reads as a table. The service keeps every extreme. */
const CHART_POINTS = 2_000;
const TABLE_POINTS = 60;
const HEIGHT = 400;

function useTestEquity(id: number, points: number) {
  return useRead('/api/v1/backtesting/walk-forward/{w_id}/equity', {
    params: { path: { w_id: id }, query: { points } },
  });
}

/** The tests as one account; the ground changes where another window begins. */
export function TestEquityCard({ run: { id } }: { readonly run: WalkForward }) {
  return (
    <Card
      title="Equity out of sample"
      wide
      actions={
        <DownloadButton
          path={`/api/v1/backtesting/walk-forward/${id}/equity`}
          fileName={`walk-forward-${id}-equity.csv`}
        />
      }
    >
      <QueryView
        query={useTestEquity(id, CHART_POINTS)}
        isEmpty={({ points }) => points.length === 0}
        empty={
          <Empty>The run is of an earlier version, which did not store it. Submit it again to have it.</Empty>
        }
      >
        {(curve) => <EquityChart curve={curve} />}
      </QueryView>
    </Card>
  );
}

const multiple = (value: number | string | null) => `${ratio(value)} ×`;

function EquityChart({ curve }: { readonly curve: Curve }) {
  const series = useMemo(() => seriesOf(curve), [curve]);
  const marks = useMemo(() => marksOf(curve), [curve]);
  return (
    <>
      <TimeChart
        label="Equity of the tests and drawdown"
        series={series}
        marks={marks}
        height={HEIGHT}
        table={<EquityTable id={curve.id} />}
      />
      <p className="quiet">
        Equity is a multiple of the initial capital. Each mark is the number of a window, at the first bar of
        its test.
      </p>
    </>
  );
}

function seriesOf({ points }: Curve): ChartSeries[] {
  return [
    {
      key: 'equity',
      kind: 'line',
      color: 'series-1',
      title: 'Equity',
      format: multiple,
      points: points.map(({ time, equity }) => ({ time, value: equity })),
    },
    {
      key: 'windows',
      kind: 'bands',
      title: 'Windows',
      format: multiple,
      points: points.map(({ time, window }) => ({
        time,
        value: window % 2 === 0 ? null : 1,
        color: 'strong-line',
      })),
    },
    {
      key: 'drawdown',
      kind: 'area',
      color: 'down',
      title: 'Drawdown',
      pane: 1,
      format: (value) => percent(value),
      // Drawn downwards from the peak.
      points: points.map(({ time, drawdown }) => ({ time, value: -drawdown })),
    },
  ];
}

/** The first bar of each window. */
function marksOf({ points }: Curve): Mark[] {
  return points
    .filter(({ window }, index) => window !== points[index - 1]?.window)
    .map(({ time, window }) => ({
      time,
      shape: 'circle',
      position: 'aboveBar',
      color: 'series-2',
      text: String(window),
    }));
}

function EquityTable({ id }: { readonly id: number }) {
  const times = useTimes();
  return (
    <QueryView query={useTestEquity(id, TABLE_POINTS)}>
      {({ points, total }) => (
        <Table
          caption={`${count(points.length)} of ${count(total)} bars with all of the extremes (${times.zone})`}
          rows={points}
          rowKey={({ time }) => time}
          columns={[
            { key: 'time', title: 'Bar', cell: ({ time }) => times.minute(time) },
            { key: 'window', title: 'Window', number: true, cell: ({ window }) => window },
            { key: 'equity', title: 'Equity', number: true, cell: ({ equity }) => multiple(equity) },
            { key: 'drawdown', title: 'Drawdown', number: true, cell: ({ drawdown }) => percent(drawdown) },
          ]}
        />
      )}
    </QueryView>
  );
}
