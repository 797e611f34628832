import { useMemo } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import type { ValueSeries } from '../../charts/chart-series';
import { TimeChart } from '../../charts/time-chart';
import { DownloadButton } from '../../components/download-button';
import { Empty, QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import type { SeriesName } from '../../forms/series-picker';
import { exact, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';

const CANDLES = 1_000;
const TABLE_ROWS = 100;
const PANE_PIXELS = 150;
const COLORS = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const;

interface FeatureHistoryProps {
  readonly series: SeriesName;
  readonly features: readonly string[];
}

/** The chosen features over the last candles, each on an axis of its own. */
export function FeatureHistory({ series, features }: FeatureHistoryProps) {
  const { exchange, symbol, interval } = series;
  const names = features.join(',');
  const query = useRead(
    '/api/v1/features/history',
    { params: { query: { exchange, symbol, interval, features: names, limit: CANDLES } } },
    { enabled: names !== '', keepPrevious: true },
  );
  const csv = `/api/v1/features/history?${new URLSearchParams({
    exchange,
    symbol,
    interval,
    ...(names !== '' && { features: names }),
  }).toString()}`;
  return (
    <Card
      title="History"
      actions={
        <DownloadButton
          path={csv}
          fileName={`features-${symbol.replaceAll('/', '-')}-${interval}.csv`}
          label={names === '' ? 'Download all features as CSV' : 'Download CSV'}
        />
      }
    >
      {names === '' ? (
        <Empty>Choose features below to draw them.</Empty>
      ) : (
        <QueryView
          query={query}
          isEmpty={(history) => history.open_time.length === 0}
          empty={<Empty>This series has no closed candle.</Empty>}
        >
          {(history) => <Drawn history={history} />}
        </QueryView>
      )}
    </Card>
  );
}

function Drawn({ history }: { readonly history: Schemas['FeatureHistoryRead'] }) {
  const times = useTimes();
  const { features, open_time: openTimes, warnings } = history;
  const names = Object.keys(features);
  const series = useMemo(
    () =>
      Object.entries(features).map(([name, values], index): ValueSeries => ({
        key: name,
        title: name,
        kind: 'line',
        pane: index,
        color: COLORS[index % COLORS.length]!,
        format: (value) => ratio(value, 4),
        points: openTimes.map((time, at) => ({ time, value: values[at] ?? null })),
      })),
    [features, openTimes],
  );
  const last = openTimes.map((time, at) => ({ time, at })).slice(-TABLE_ROWS);
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="notice warn">
          {warning}
        </p>
      ))}
      <TimeChart
        key={names.join(',')}
        label={`Features of ${history.symbol}`}
        series={series}
        height={Math.max(names.length, 2) * PANE_PIXELS}
        table={
          <Table
            caption={`Values of the last ${TABLE_ROWS} candles, newest first; the CSV has all`}
            columns={[
              { key: 'time', title: 'Candle', cell: ({ time }) => times.time(time) },
              ...names.map((name) => ({
                key: name,
                title: name,
                number: true,
                cell: ({ at }: { readonly at: number }) => exact(features[name]?.[at]),
              })),
            ]}
            rows={last.reverse()}
            rowKey={({ time }) => time}
          />
        }
      />
    </>
  );
}
