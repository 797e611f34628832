import { useMemo, useState } from 'react';
import { useRead, type Schemas } from '../../../api/hooks';
import type { ChartSeries } from '../../../charts/chart-series';
import { TimeChart } from '../../../charts/time-chart';
import { QueryView } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { CheckField } from '../../../forms/inputs';
import { exact, money, percent, quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import type { PartProps } from '../report';

type Equity = Schemas['EquityRead'];

/** More than a screen has pixels across; and what one reads as a table. The service keeps every extreme. */
const CHART_POINTS = 2_000;
const TABLE_POINTS = 60;
const HEIGHT = 420;

function useEquity(id: number, points: number) {
  return useRead('/api/v1/backtesting/{b_id}/equity', {
    params: { path: { b_id: id }, query: { points, with: 'benchmark,drawdown,position' } },
  });
}

/** Equity beside buy and hold, and the drawdown below it. */
export function EquityCard({ report }: PartProps) {
  const { id, symbol } = report;
  const [logarithmic, setLogarithmic] = useState(false);
  const equity = useEquity(id, CHART_POINTS);
  return (
    <Card
      title="Equity and drawdown"
      wide
      actions={<CheckField label="Logarithmic" checked={logarithmic} onChange={setLogarithmic} />}
    >
      <QueryView query={equity}>
        {(curve) => <EquityChart curve={curve} currency={quoteCurrency(symbol)} logarithmic={logarithmic} />}
      </QueryView>
    </Card>
  );
}

interface EquityChartProps {
  readonly curve: Equity;
  readonly currency: string | undefined;
  readonly logarithmic: boolean;
}

function EquityChart({ curve, currency, logarithmic }: EquityChartProps) {
  const series = useMemo(() => seriesOf(curve, currency), [curve, currency]);
  return (
    <TimeChart
      label="Equity, buy and hold, and drawdown"
      series={series}
      logarithmic={logarithmic}
      height={HEIGHT}
      table={<EquityTable id={curve.id} currency={currency} />}
    />
  );
}

function seriesOf({ points }: Equity, currency: string | undefined): ChartSeries[] {
  const asMoney = (value: number | string | null) => money(value, currency);
  return [
    {
      key: 'equity',
      kind: 'line',
      color: 'series-1',
      title: 'Equity',
      format: asMoney,
      points: points.map(({ time, equity }) => ({ time, value: equity })),
    },
    {
      key: 'benchmark',
      kind: 'dashed',
      color: 'series-2',
      title: 'Buy and hold',
      format: asMoney,
      points: points.map(({ time, benchmark = null }) => ({ time, value: benchmark })),
    },
    {
      key: 'drawdown',
      kind: 'area',
      color: 'down',
      title: 'Drawdown',
      pane: 1,
      format: (value) => percent(value),
      // Drawn downwards from the peak.
      points: points.map(({ time, drawdown = 0 }) => ({ time, value: -drawdown })),
    },
  ];
}

function EquityTable({ id, currency }: { readonly id: number; readonly currency: string | undefined }) {
  const times = useTimes();
  return (
    <QueryView query={useEquity(id, TABLE_POINTS)}>
      {({ points, total }) => (
        <Table
          caption={`${points.length} of ${total} bars with all of the extremes (${times.zone}${currency ? `, ${currency}` : ''})`}
          rows={points}
          rowKey={({ time }) => time}
          columns={[
            { key: 'time', title: 'Bar', cell: ({ time }) => times.minute(time) },
            { key: 'equity', title: 'Equity', number: true, cell: ({ equity }) => money(equity) },
            {
              key: 'benchmark',
              title: 'Buy and hold',
              number: true,
              cell: ({ benchmark }) => money(benchmark),
            },
            { key: 'drawdown', title: 'Drawdown', number: true, cell: ({ drawdown }) => percent(drawdown) },
            { key: 'position', title: 'Position', number: true, cell: ({ position }) => exact(position) },
          ]}
        />
      )}
    </QueryView>
  );
}
