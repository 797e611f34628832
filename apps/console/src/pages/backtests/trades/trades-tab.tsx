import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { readOptions } from '../../../api/hooks';
import { DownloadButton } from '../../../components/download-button';
import { PagedTable } from '../../../components/paged-table';
import { Empty } from '../../../components/query-view';
import type { Column, Sorting } from '../../../components/table';
import { quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import type { PartProps, Trade } from '../report';
import { tradeColumns, TradeTerms } from './trade-columns';
import { filterQuery, NO_FILTER, type TradeFilter, TradeFilters } from './trade-filters';

const PAGE_SIZE = 100;
const HEIGHT = 620;

type Sort = 'entry_time';

/** Every trade of the run, sorted and narrowed by the service. */
export function TradesTab({ report }: PartProps) {
  const { id } = report;
  const [filter, setFilter] = useState<TradeFilter>(NO_FILTER);
  const [sorting, setSorting] = useState<Sorting>({ by: 'entry_time', order: 'asc' });
  const columns = useTradeColumns(report);
  const query = { ...filterQuery(filter), sort: sorting.by as Sort, order: sorting.order };
  const narrowed = Object.keys(filterQuery(filter)).length > 0;
  return (
    <div className="stack">
      <Card title="Narrow the list">
        <TradeFilters value={filter} onChange={setFilter} />
      </Card>
      <Card
        title="Trades"
        actions={
          <DownloadButton
            path={`/api/v1/backtesting/${id}/trades?${new URLSearchParams(query)}`}
            fileName={`backtest-${id}-trades.csv`}
          />
        }
      >
        <TradeTerms />
        <PagedTable<Trade>
          caption={`Trades of backtest ${id}`}
          columns={columns}
          page={(page) =>
            readOptions('/api/v1/backtesting/{b_id}/trades', {
              params: { path: { b_id: id }, query: { ...query, page, size: PAGE_SIZE } },
            })
          }
          pageSize={PAGE_SIZE}
          rowKey={({ number }) => number}
          sorting={sorting}
          onSort={setSorting}
          height={HEIGHT}
          empty={
            <Empty>
              {narrowed ? (
                <button type="button" className="button" onClick={() => setFilter(NO_FILTER)}>
                  No trade fits: show all
                </button>
              ) : (
                <>
                  The run made no trade. Read its warnings under Execution, or{' '}
                  <Link to="/console/backtests/new">try other parameters</Link>.
                </>
              )}
            </Empty>
          }
        />
      </Card>
    </div>
  );
}

/** With a link from each trade to where it is in the chart. */
function useTradeColumns({ id, symbol }: PartProps['report']): readonly Column<Trade>[] {
  const times = useTimes();
  return useMemo(
    () => [
      {
        key: 'number',
        title: 'Trade',
        cell: ({ number }) => (
          <Link
            to="/console/backtests/$id"
            params={{ id: String(id) }}
            search={{ tab: 'chart', trade: number }}
            aria-label={`Show trade ${number} in the chart`}
          >
            {number}
          </Link>
        ),
      },
      ...tradeColumns(times, quoteCurrency(symbol)),
    ],
    [id, symbol, times],
  );
}
