import { Link } from '@tanstack/react-router';
import { Empty, QueryView } from '../../components/query-view';
import type { Column } from '../../components/table';
import { seriesText, type StoredSeries, useStoredSeries } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { GrowingTable } from '../../components/growing-table';

/** Every series that lacks candles. */
export function GapOverview() {
  const query = useStoredSeries();
  const times = useTimes();
  return (
    <Card title="Series with missing candles">
      <QueryView query={query}>
        {({ items, total }) => {
          const incomplete = items.filter(({ missing }) => (missing ?? 0) > 0);
          const uncounted = items.filter(({ missing }) => missing === null).length;
          return (
            <>
              {uncounted > 0 && <p>{count(uncounted)} series are being counted.</p>}
              {total > items.length && (
                <p className="notice warn">
                  These are of the first {count(items.length)} of {count(total)} series.
                </p>
              )}
              {incomplete.length === 0 ? (
                <Empty>
                  {total === 0 ? (
                    <>
                      Nothing is stored yet: <Link to="/console/import">import a CSV</Link>.
                    </>
                  ) : (
                    <>
                      No candle is missing in any series. See <Link to="/console/series">all series</Link>.
                    </>
                  )}
                </Empty>
              ) : (
                <GrowingTable
                  caption={`${count(incomplete.length)} of ${count(total)} series lack candles; times in ${times.zone}`}
                  columns={columnsOf(times)}
                  rows={incomplete}
                  rowKey={seriesText}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}

function columnsOf(times: TimeFormat): readonly Column<StoredSeries>[] {
  return [
    {
      key: 'series',
      title: 'Series',
      cell: (series) => {
        const { exchange, symbol, interval } = series;
        return (
          <Link to="/console/gaps" search={{ exchange, symbol, interval }}>
            {seriesText(series)}
          </Link>
        );
      },
    },
    { key: 'missing', title: 'Missing', number: true, cell: ({ missing }) => count(missing) },
    {
      key: 'no_trades',
      title: 'Of these without trades',
      number: true,
      cell: (series) => count(series.no_trades),
    },
    { key: 'stored', title: 'Stored', number: true, cell: ({ stored }) => count(stored) },
    {
      key: 'quarantined',
      title: 'In quarantine',
      number: true,
      cell: ({ quarantined }) => count(quarantined),
    },
    { key: 'start', title: 'From', nowrap: true, cell: ({ start }) => times.minute(start) },
    { key: 'end', title: 'To', nowrap: true, cell: ({ end }) => times.minute(end) },
    { key: 'counted', title: 'Counted', nowrap: true, cell: (series) => times.minute(series.counted_at) },
  ];
}
