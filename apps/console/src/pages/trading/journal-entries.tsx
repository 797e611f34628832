import { Link } from '@tanstack/react-router';
import { readOptions, type Schemas } from '../../api/hooks';
import { Badge } from '../../components/badge';
import { DownloadButton } from '../../components/download-button';
import { PagedTable } from '../../components/paged-table';
import { Empty } from '../../components/query-view';
import type { Column } from '../../components/table';
import { Term } from '../../components/term';
import { exact, NO_VALUE, ratio, signedPercent } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { JournalFilterFields, useJournalFilter } from './journal-filter-fields';
import { Result } from './result';

const SIZE = 50;

type Trade = Schemas['JournalTradeRead'];

/** Every entry that fits the filter, newest first. */
export function JournalEntries() {
  const { fields, setFields, filter } = useJournalFilter();
  const times = useTimes();
  const csv = `/api/v1/trade-journal?${new URLSearchParams(filter as Record<string, string>).toString()}`;
  return (
    <div className="stack">
      <Card title="Filter">
        <JournalFilterFields fields={fields} onChange={setFields} />
      </Card>
      <Card title="Entries" actions={<DownloadButton path={csv} fileName="trade-journal.csv" />}>
        <PagedTable
          key={csv}
          caption="Journal entries, newest first"
          columns={columnsFor(times)}
          page={(page) =>
            readOptions('/api/v1/trade-journal/details', {
              params: { query: { ...filter, page, size: SIZE } },
            })
          }
          pageSize={SIZE}
          rowKey={({ id }) => id}
          height={560}
          empty={
            <Empty>
              No entry fits.{' '}
              <Link to="/console/journal" search={{ tab: 'new' }}>
                Write an entry
              </Link>
              , or{' '}
              <Link to="/console/journal" search={{ tab: 'fills' }}>
                upload fills
              </Link>
              .
            </Empty>
          }
        />
      </Card>
    </div>
  );
}

const columnsFor = (times: TimeFormat): readonly Column<Trade>[] => [
  {
    key: 'id',
    title: 'Entry',
    cell: ({ id }) => (
      <Link to="/console/journal/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'symbol', title: 'Symbol', cell: ({ symbol }) => symbol },
  { key: 'side', title: 'Side', cell: ({ side }) => side },
  {
    key: 'state',
    title: 'State',
    cell: ({ exit_price: exit }) => (
      <Badge tone={exit === null ? 'warn' : 'neutral'}>{exit === null ? 'open' : 'closed'}</Badge>
    ),
  },
  { key: 'entered', title: `Entered (${times.zone})`, cell: ({ entry_time: at }) => times.minute(at) },
  { key: 'quantity', title: 'Quantity', number: true, cell: ({ quantity }) => exact(quantity) },
  { key: 'entry', title: 'Entry price', number: true, cell: ({ entry_price: price }) => exact(price) },
  { key: 'exit', title: 'Exit price', number: true, cell: ({ exit_price: price }) => exact(price) },
  {
    key: 'pnl',
    title: (
      <Term meaning="Profit or loss after fees and funding, in the settlement currency. None while the trade is open or its quantity is unknown.">
        Net P&L
      </Term>
    ),
    number: true,
    cell: ({ net_pnl: pnl, currency }) => <Result amount={pnl} currency={currency} />,
  },
  {
    key: 'return',
    title: 'Return',
    number: true,
    cell: (trade) => signedPercent(trade.return),
  },
  {
    key: 'r',
    title: (
      <Term meaning="Net P&L over what the trade loses at its stop, before fees. None without a stop.">
        R
      </Term>
    ),
    number: true,
    cell: ({ r_multiple: r }) => ratio(r, 2),
  },
  { key: 'account', title: 'Account', cell: ({ account }) => account ?? NO_VALUE },
  { key: 'source', title: 'Source', cell: ({ source }) => source },
  { key: 'tags', title: 'Tags', cell: ({ tags }) => tags.join(', ') || NO_VALUE },
];
