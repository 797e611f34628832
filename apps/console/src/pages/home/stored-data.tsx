import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/hooks';
import type { Problem } from '../../api/problem';
import { Badge } from '../../components/badge';
import { Empty, QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Term } from '../../components/term';
import { type StoredSeries, seriesText } from '../../forms/series-picker';
import { count, NO_VALUE } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { FEED_TONES } from '../market/series-text';

const MOST_SHOWN = 12;

interface StoredDataProps {
  readonly query: UseQueryResult<{ items: StoredSeries[]; total: number }, Problem>;
}

/** How fresh each series is, and what it lacks: fed ones first, then those with gaps. */
export function StoredData({ query }: StoredDataProps) {
  return (
    <Card title="Data freshness and gaps" wide actions={<Link to="/console/series">All series</Link>}>
      <QueryView
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty>
            No candle is stored yet. <Link to="/console/import">Import a CSV</Link>.
          </Empty>
        }
      >
        {({ items, total }) => <SeriesTable series={items} total={total} />}
      </QueryView>
    </Card>
  );
}

const rank = ({ feed, missing }: StoredSeries) => (feed ? 0 : (missing ?? 0) > 0 ? 1 : 2);

function SeriesTable({
  series,
  total,
}: {
  readonly series: readonly StoredSeries[];
  readonly total: number;
}) {
  const times = useTimes();
  const columns: readonly Column<StoredSeries>[] = [
    {
      key: 'series',
      title: 'Series',
      cell: (one) => (
        <Link to="/console/candles" search={nameOf(one)}>
          {seriesText(one)}
        </Link>
      ),
    },
    { key: 'feed', title: 'Feed', cell: ({ feed }) => <Feed feed={feed} /> },
    { key: 'written', title: 'Last write', cell: ({ last_write_at: at }) => times.time(at) },
    { key: 'end', title: 'Last candle', cell: ({ end }) => times.time(end) },
    { key: 'stored', title: 'Stored', number: true, cell: ({ stored }) => count(stored) },
    {
      key: 'missing',
      title: (
        <Term meaning="Candles that the calendar of the series expects between its first and last one, and that are not stored. Counted about every minute.">
          Missing
        </Term>
      ),
      number: true,
      cell: (one) =>
        one.missing === null ? (
          'not counted yet'
        ) : one.missing === 0 ? (
          '0'
        ) : (
          <Link to="/console/gaps" search={nameOf(one)} className="warn">
            {count(one.missing)}
          </Link>
        ),
    },
  ];
  const shown = [...series].sort((one, other) => rank(one) - rank(other)).slice(0, MOST_SHOWN);
  return (
    <Table
      caption={
        total > shown.length ? `${count(shown.length)} of ${count(total)} series` : 'Every stored series'
      }
      columns={columns}
      rows={shown}
      rowKey={seriesText}
    />
  );
}

const nameOf = ({ exchange, symbol, interval }: StoredSeries) => ({ exchange, symbol, interval });

function Feed({ feed }: { readonly feed: Schemas['FeedRead'] | null }) {
  const times = useTimes();
  if (feed === null) return NO_VALUE;
  return (
    <>
      <Badge tone={FEED_TONES[feed.state]}>{feed.state}</Badge>{' '}
      {feed.error !== null && (
        <span className="quiet">
          since {times.minute(feed.since)}: {feed.error}
        </span>
      )}
    </>
  );
}
