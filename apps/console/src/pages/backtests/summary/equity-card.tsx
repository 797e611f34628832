import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useRead, type Schemas } from '../../../api/hooks';
import type { Problem } from '../../../api/problem';
import type { ChartSeries } from '../../../charts/chart-series';
import { TimeChart } from '../../../charts/time-chart';
import { QueryView } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { CheckField } from '../../../forms/inputs';
import { exact, money, percent, quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import type { PartProps } from '../report';

/** More than a screen has pixels across; and what one reads as a table. The service keeps every extreme. */
export const CHART_POINTS = 2_000;
export const TABLE_POINTS = 60;
const HEIGHT = 420;

function useEquity(id: number, points: number) {
  return useRead('/api/v1/backtesting/{b_id}/equity', {
    params: { path: { b_id: id }, query: { points, with: 'benchmark,drawdown,position' } },
  });
}

/** Equity beside buy and hold, and the drawdown below it. */
export function EquityCard({ report: { id, symbol } }: PartProps) {
  return (
    <AccountCard<Schemas['EquityRead']['points'][number]>
      chart={useEquity(id, CHART_POINTS)}
      table={useEquity(id, TABLE_POINTS)}
      currency={quoteCurrency(symbol)}
      benchmarkTitle="Buy and hold"
      further={{ key: 'position', title: 'Position', cell: ({ position }) => exact(position) }}
    />
  );
}

type AccountPoint = Pick<
  Schemas['EquityRead']['points'][number],
  'time' | 'equity' | 'benchmark' | 'drawdown'
>;

interface Curve<Point> {
  readonly total: number;
  readonly points: readonly Point[];
}

interface AccountCardProps<Point> {
  readonly chart: UseQueryResult<Curve<Point>, Problem>;
  /** The same with as many points as one reads. */
  readonly table: UseQueryResult<Curve<Point>, Problem>;
  readonly currency: string | undefined;
  readonly benchmarkTitle: string;
  /** What accounts of this kind have beside. */
  readonly further: {
    readonly key: string;
    readonly title: string;
    readonly cell: (point: Point) => ReactNode;
  };
}

/** The equity of any account beside that of its benchmark, and the drawdown below it. */
export function AccountCard<Point extends AccountPoint>({ chart, ...shown }: AccountCardProps<Point>) {
  const [logarithmic, setLogarithmic] = useState(false);
  return (
    <Card
      title="Equity and drawdown"
      wide
      actions={<CheckField label="Logarithmic" checked={logarithmic} onChange={setLogarithmic} />}
    >
      <QueryView query={chart}>
        {({ points }) => <AccountChart {...shown} points={points} logarithmic={logarithmic} />}
      </QueryView>
    </Card>
  );
}

interface AccountChartProps<Point> extends Omit<AccountCardProps<Point>, 'chart'> {
  readonly points: readonly Point[];
  readonly logarithmic: boolean;
}

function AccountChart<Point extends AccountPoint>({
  points,
  logarithmic,
  ...shown
}: AccountChartProps<Point>) {
  const { currency, benchmarkTitle } = shown;
  const series = useMemo(
    () => seriesOf(points, currency, benchmarkTitle),
    [points, currency, benchmarkTitle],
  );
  return (
    <TimeChart
      label={`Equity, ${benchmarkTitle.toLowerCase()}, and drawdown`}
      series={series}
      logarithmic={logarithmic}
      height={HEIGHT}
      table={<AccountTable {...shown} />}
    />
  );
}

function seriesOf(
  points: readonly AccountPoint[],
  currency: string | undefined,
  benchmarkTitle: string,
): ChartSeries[] {
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
      title: benchmarkTitle,
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

function AccountTable<Point extends AccountPoint>({
  table,
  currency,
  benchmarkTitle,
  further,
}: Omit<AccountCardProps<Point>, 'chart'>) {
  const times = useTimes();
  return (
    <QueryView query={table}>
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
              title: benchmarkTitle,
              number: true,
              cell: ({ benchmark }) => money(benchmark),
            },
            { key: 'drawdown', title: 'Drawdown', number: true, cell: ({ drawdown }) => percent(drawdown) },
            { ...further, number: true },
          ]}
        />
      )}
    </QueryView>
  );
}
