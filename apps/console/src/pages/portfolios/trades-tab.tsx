import { useMemo, useState } from 'react';
import { readOptions, type Schemas } from '../../api/hooks';
import { DownloadButton } from '../../components/download-button';
import { PagedTable } from '../../components/paged-table';
import { Empty } from '../../components/query-view';
import type { Column, Sorting } from '../../components/table';
import { useTimes } from '../../format/times';
import { TextField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { PORTFOLIO_EXIT_REASONS, tradeColumns, TradeTerms } from '../backtests/trades/trade-columns';
import { filterQuery, NO_FILTER, TradeFilters } from '../backtests/trades/trade-filters';
import { currencyOf, memberText, type PartProps } from './portfolio';

type Trade = Schemas['PortfolioTradeRead'];
type Sort = 'entry_time';

const PAGE_SIZE = 100;
const HEIGHT = 620;

/** Every closed part of a position with its series, sorted and narrowed by the service. */
export function TradesTab({ run }: PartProps) {
  const { id, members } = run;
  const times = useTimes();
  const [filter, setFilter] = useState(NO_FILTER);
  const [symbol, setSymbol] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ by: 'entry_time', order: 'asc' });
  const currency = currencyOf(run);
  const columns = useMemo(
    (): readonly Column<Trade>[] => [
      { key: 'member', title: 'Series', cell: memberText },
      ...tradeColumns(times, currency),
    ],
    [currency, times],
  );
  const query = {
    ...filterQuery(filter),
    ...(symbol.trim() !== '' && { symbol: symbol.trim() }),
    sort: sorting.by as Sort,
    order: sorting.order,
  };
  return (
    <div className="stack">
      <Card title="Narrow the list">
        <div className="form">
          <div className="fields">
            <TextField
              label="Symbol"
              hint="Exactly; empty: any"
              value={symbol}
              onChange={setSymbol}
              suggestions={[...new Set(members.map((member) => member.symbol))]}
            />
          </div>
          <TradeFilters value={filter} onChange={setFilter} exitReasons={PORTFOLIO_EXIT_REASONS} />
        </div>
      </Card>
      <Card
        title="Trades"
        actions={
          <DownloadButton
            path={`/api/v1/backtesting/portfolio/${id}/trades?${new URLSearchParams(query)}`}
            fileName={`portfolio-${id}-trades.csv`}
          />
        }
      >
        <TradeTerms />
        <PagedTable<Trade>
          caption={`Trades of portfolio run ${id}`}
          columns={columns}
          page={(page) =>
            readOptions('/api/v1/backtesting/portfolio/{p_id}/trades', {
              params: { path: { p_id: id }, query: { ...query, page, size: PAGE_SIZE } },
            })
          }
          pageSize={PAGE_SIZE}
          rowKey={({ number }) => number}
          sorting={sorting}
          onSort={setSorting}
          height={HEIGHT}
          empty={<Empty>No trade fits.</Empty>}
        />
      </Card>
    </div>
  );
}
