import { useMemo, useState } from 'react';
import { readOptions, type Schemas } from '../../../api/hooks';
import { DownloadButton } from '../../../components/download-button';
import { PagedTable } from '../../../components/paged-table';
import { Empty } from '../../../components/query-view';
import type { Column, Sorting } from '../../../components/table';
import { quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import { tradeColumns, TradeTerms } from '../../backtests/trades/trade-columns';
import { memberText } from '../../portfolios/portfolio';
import type { WalkForward } from '../search';

type TestTrade = Schemas['TestTradeRead'];
type Sort = 'entry_time';

const PAGE_SIZE = 100;

/** Of a search over a portfolio. */
const SERIES: Column<TestTrade> = {
  key: 'member',
  title: 'Series',
  cell: ({ exchange = null, symbol = '' }) => memberText({ exchange, symbol }),
};

/** The trades of all tests, with their windows. */
export function TestTradesTab({ run: { id, symbol, allocation } }: { readonly run: WalkForward }) {
  const times = useTimes();
  const [sorting, setSorting] = useState<Sorting>({ by: 'entry_time', order: 'asc' });
  const columns = useMemo(
    (): readonly Column<TestTrade>[] => [
      { key: 'window', title: 'Window', number: true, cell: ({ window }) => window },
      ...(allocation === null ? [] : [SERIES]),
      ...tradeColumns(times, quoteCurrency(symbol)),
    ],
    [symbol, allocation, times],
  );
  const query = { sort: sorting.by as Sort, order: sorting.order };
  return (
    <Card
      title="Trades of the tests"
      actions={
        <DownloadButton
          path={`/api/v1/backtesting/walk-forward/${id}/trades?${new URLSearchParams(query)}`}
          fileName={`walk-forward-${id}-trades.csv`}
        />
      }
    >
      <TradeTerms />
      <p className="quiet">Each window begins with the initial capital: money is that of the window.</p>
      <PagedTable<TestTrade>
        caption={`Trades of walk-forward ${id}`}
        columns={columns}
        page={(page) =>
          readOptions('/api/v1/backtesting/walk-forward/{w_id}/trades', {
            params: { path: { w_id: id }, query: { ...query, page, size: PAGE_SIZE } },
          })
        }
        pageSize={PAGE_SIZE}
        rowKey={({ number }) => number}
        sorting={sorting}
        onSort={setSorting}
        empty={
          <Empty>
            The tests made no trade, or the run is of an earlier version, which did not store them: submit it
            again to have them.
          </Empty>
        }
      />
    </Card>
  );
}
