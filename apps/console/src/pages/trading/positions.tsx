import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { readOptions, type Schemas } from '../../api/hooks';
import { PagedTable } from '../../components/paged-table';
import { Empty } from '../../components/query-view';
import type { Column } from '../../components/table';
import { Term } from '../../components/term';
import { exact, NO_VALUE } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { CheckField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { Result } from './result';

const SIZE = 50;

type Position = Schemas['PositionRead'];

/** What accounts hold by their fills, next to what they report. */
export function Positions() {
  const [open, setOpen] = useState(false);
  const times = useTimes();
  return (
    <Card
      title="Positions"
      actions={<CheckField label="Only those in which something is held" checked={open} onChange={setOpen} />}
    >
      <PagedTable
        key={String(open)}
        caption="Positions by account and symbol"
        columns={columnsFor(times)}
        page={(page) =>
          readOptions('/api/v1/trade-journal/positions', {
            params: { query: { page, size: SIZE, ...(open && { open }) } },
          })
        }
        pageSize={SIZE}
        rowKey={({ id }) => id}
        empty={
          <Empty>
            {open ? 'Nothing is held by the fills.' : 'No account has sent fills or positions.'}{' '}
            <Link to="/console/journal" search={{ tab: 'fills' }}>
              Upload fills
            </Link>
            .
          </Empty>
        }
      />
    </Card>
  );
}

const columnsFor = (times: TimeFormat): readonly Column<Position>[] => [
  { key: 'account', title: 'Account', cell: ({ account }) => account },
  { key: 'exchange', title: 'Exchange', cell: ({ exchange }) => exchange },
  { key: 'symbol', title: 'Symbol', cell: ({ symbol }) => symbol },
  { key: 'side', title: 'Side', cell: ({ side }) => side },
  {
    key: 'computed',
    title: <Term meaning="What all fills of the account and symbol make. Negative: short.">By fills</Term>,
    number: true,
    cell: ({ computed }) => exact(computed.quantity),
  },
  {
    key: 'cost',
    title: 'Average cost',
    number: true,
    cell: ({ computed }) => exact(computed.average_price),
  },
  {
    key: 'reported',
    title: <Term meaning="What the account said last that it holds.">Reported</Term>,
    number: true,
    cell: ({ reported }) => exact(reported?.quantity),
  },
  { key: 'reportedAt', title: 'Reported at', cell: ({ reported }) => times.time(reported?.time) },
  {
    key: 'difference',
    title: (
      <Term meaning="Reported quantity less what the fills up to the time of the report make. Anything but 0: fills are missing, or wrong.">
        Difference
      </Term>
    ),
    number: true,
    cell: ({ difference }) =>
      difference !== null && /[1-9]/.test(difference) ? (
        <strong className="bad">{exact(difference)}</strong>
      ) : (
        exact(difference)
      ),
  },
  {
    key: 'mark',
    title: (
      <Term meaning="The last stored close of the exchange and symbol, of the finest interval.">Mark</Term>
    ),
    number: true,
    cell: ({ mark }) => (mark === null ? NO_VALUE : `${exact(mark.price)} (${times.date(mark.time)})`),
  },
  {
    key: 'pnl',
    title: 'Unrealised P&L',
    number: true,
    cell: ({ unrealised_pnl: pnl, currency }) => <Result amount={pnl} currency={currency} />,
  },
];
