import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client';
import { type Schemas, useSend } from '../../api/hooks';
import { ConfirmButton } from '../../components/confirm-button';
import { Empty } from '../../components/query-view';
import type { Column } from '../../components/table';
import { count } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { GrowingTable } from '../../components/growing-table';

type Tracked = Schemas['TrackedSymbolRead'];

interface TrackedSymbolsProps {
  readonly symbols: readonly Tracked[];
  /** Whose splits and dividends are shown. */
  readonly shown: string | undefined;
}

/** The symbols that an ingest without symbols takes. */
export function TrackedSymbols({ symbols, shown }: TrackedSymbolsProps) {
  const times = useTimes();
  const navigate = useNavigate({ from: '/console/equities' });
  const { mutateAsync } = useSend(
    (symbol: string) => api.DELETE('/api/v1/equities/symbols/{symbol}', { params: { path: { symbol } } }),
    { changes: ['/api/v1/equities/status'] },
  );
  const untrack = async (symbol: string) => {
    await mutateAsync(symbol);
    if (symbol === shown) await navigate({ search: {}, replace: true });
  };
  return (
    <Card title="Tracked symbols">
      {symbols.length === 0 ? (
        <Empty>No symbol is tracked: name some in an ingest.</Empty>
      ) : (
        <GrowingTable
          caption={`${count(symbols.length)} symbols, in alphabetical order; times in ${times.zone}`}
          columns={columnsOf(times, untrack)}
          rows={symbols}
          rowKey={({ symbol }) => symbol}
        />
      )}
    </Card>
  );
}

function columnsOf(
  times: TimeFormat,
  untrack: (symbol: string) => Promise<void>,
): readonly Column<Tracked>[] {
  return [
    {
      key: 'symbol',
      title: 'Symbol',
      nowrap: true,
      cell: ({ symbol, interval }) => (
        <Link to="/console/candles" search={{ exchange: 'us', symbol, interval }}>
          {symbol}
        </Link>
      ),
    },
    { key: 'start', title: 'From', nowrap: true, cell: ({ start }) => times.date(start) },
    { key: 'end', title: 'To', nowrap: true, cell: ({ end }) => times.date(end) },
    { key: 'stored', title: 'Stored', number: true, cell: ({ stored }) => count(stored) },
    {
      key: 'missing',
      title: 'Missing',
      number: true,
      cell: ({ symbol, interval, missing }) =>
        missing > 0 ? (
          <Link to="/console/gaps" search={{ exchange: 'us', symbol, interval }}>
            {count(missing)}
          </Link>
        ) : (
          count(missing)
        ),
    },
    { key: 'error', title: 'Last attempt', cell: ({ error }) => error ?? 'without a fault' },
    {
      key: 'actions',
      title: 'Splits and dividends',
      cell: ({ symbol }) => (
        <Link
          to="/console/equities"
          search={{ symbol }}
          resetScroll={false}
          aria-label={`Show splits and dividends of ${symbol}`}
        >
          Show
        </Link>
      ),
    },
    {
      key: 'untrack',
      title: 'Untrack',
      cell: ({ symbol }) => (
        <ConfirmButton
          label={`Untrack ${symbol}`}
          short="Untrack"
          confirm="Stop tracking it"
          question={
            <p>
              {symbol} is tracked no more (DELETE): its splits and dividends are deleted, and no ingest
              without symbols takes it. Its candles stay.
            </p>
          }
          action={() => untrack(symbol)}
        />
      ),
    },
  ];
}
