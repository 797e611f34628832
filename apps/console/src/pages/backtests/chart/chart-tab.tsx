import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readOptions } from '../../../api/hooks';
import { PagedTable } from '../../../components/paged-table';
import { ProblemNotice } from '../../../components/problem-notice';
import { Empty } from '../../../components/query-view';
import type { Column } from '../../../components/table';
import { count, money, quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import type { PartProps, Report, Trade } from '../report';
import { tradeColumns } from '../trades/trade-columns';
import { useChartData, useTrade, useTradeLevels } from './chart-data';
import { RunChart } from './run-chart';
import { shownRange } from './shown-range';
import { LegTable } from './leg-table';
import { LevelTable } from './level-table';
import { levelsOf } from './trade-levels';

const PAGE_SIZE = 100;
const HEIGHT = 400;
const COLUMNS = ['entry_time', 'exit_time', 'side', 'exit_reason', 'pnl', 'return'];

/** Candles with the trades of the run, and the trades as a table: each leads to the other. */
export function ChartTab({ report }: PartProps) {
  const { trade: chosen } = useSearch({ from: '/console/backtests/$id' });
  const found = useTrade(report.id, chosen);
  const trade = found.data?.items[0]?.number === chosen ? found.data?.items[0] : undefined;
  const range = useMemo(() => shownRange(report, trade), [report, trade]);
  const data = useChartData(report, range, chosen === undefined || found.isFetched);
  const read = useTradeLevels(report.id, trade?.number);
  const levels = useMemo(() => levelsOf(read.data), [read.data]);
  const choose = useChoose(report.id);
  const pick = usePick(report.id, choose);
  const total = report.metrics?.trades ?? 0;
  return (
    <div className="stack">
      <Card
        title={trade ? `Trade ${count(trade.number)} of ${count(total)}` : 'The whole run'}
        actions={<Steps chosen={chosen} total={total} choose={choose} />}
      >
        {trade && <ChosenTrade trade={trade} report={report} />}
        {trade?.legs && <LegTable trade={trade} legs={trade.legs} currency={quoteCurrency(report.symbol)} />}
        {found.error && chosen !== undefined && <ProblemNotice problem={found.error} />}
        <RunChart report={report} data={data} chosen={chosen} levels={levels} onPick={pick} />
        {trade && <LevelTable query={read} number={trade.number} currency={quoteCurrency(report.symbol)} />}
      </Card>
      <Card title="Trades">
        <TradeTable report={report} chosen={chosen} choose={choose} />
      </Card>
    </div>
  );
}

type Choose = (number: number | undefined) => void;

function useChoose(id: number): Choose {
  const navigate = useNavigate();
  return (trade) =>
    void navigate({
      to: '/console/backtests/$id',
      params: { id: String(id) },
      search: { tab: 'chart', trade },
      replace: true,
      resetScroll: false,
    });
}

/** Chooses the last trade that was entered until a time: the one that was held then, if any was. */
function usePick(id: number, choose: Choose): (time: string) => void {
  const queryClient = useQueryClient();
  return (end) => {
    const query = { end, sort: 'entry_time', order: 'desc', size: 1 } as const;
    const options = readOptions('/api/v1/backtesting/{b_id}/trades', {
      params: { path: { b_id: id }, query },
    });
    void queryClient.query(options).then(
      ({ items }) => items[0] && choose(items[0].number),
      // The chart stays as it is; the table below still leads to every trade.
      () => undefined,
    );
  };
}

interface StepsProps {
  readonly chosen: number | undefined;
  readonly total: number;
  readonly choose: Choose;
}

function Steps({ chosen, total, choose }: StepsProps) {
  const step = (label: string, to: number | undefined, disabled: boolean) => (
    <button type="button" className="button" disabled={disabled} onClick={() => choose(to)}>
      {label}
    </button>
  );
  return (
    <>
      {step('Previous trade', (chosen ?? total + 1) - 1, (chosen ?? total + 1) <= 1)}
      {step('Next trade', (chosen ?? 0) + 1, (chosen ?? 0) >= total)}
      {step('Whole run', undefined, chosen === undefined)}
    </>
  );
}

function ChosenTrade({ trade, report }: { readonly trade: Trade; readonly report: Report }) {
  const times = useTimes();
  const unit = quoteCurrency(report.symbol);
  return (
    <p role="status">
      {trade.side} from {times.minute(trade.entry_time)} to {times.time(trade.exit_time)}: net profit{' '}
      {money(trade.pnl, unit)}, closed by {trade.exit_reason.replaceAll('_', ' ')}
      {trade.exit_tag !== undefined && ` (${trade.exit_tag})`}
      {trade.entry_tag !== undefined && `, entered by ${trade.entry_tag}`}.
    </p>
  );
}

interface TradeTableProps {
  readonly report: Report;
  readonly chosen: number | undefined;
  readonly choose: Choose;
}

function TradeTable({ report, chosen, choose }: TradeTableProps) {
  const times = useTimes();
  const { id, symbol } = report;
  const columns: Column<Trade>[] = [
    {
      key: 'number',
      title: 'Trade',
      cell: ({ number }) => (
        <button
          type="button"
          className="link"
          aria-pressed={number === chosen}
          aria-label={`Show trade ${number} in the chart`}
          onClick={() => choose(number)}
        >
          {number}
        </button>
      ),
    },
    ...tradeColumns(times, quoteCurrency(symbol))
      .filter(({ key }) => COLUMNS.includes(key))
      .map((column) => ({ ...column, sortable: false })),
  ];
  return (
    <PagedTable<Trade>
      caption={`Trades of backtest ${id}, in the order of their entries`}
      columns={columns}
      page={(page) =>
        readOptions('/api/v1/backtesting/{b_id}/trades', {
          params: { path: { b_id: id }, query: { page, size: PAGE_SIZE } },
        })
      }
      pageSize={PAGE_SIZE}
      rowKey={({ number }) => number}
      isChosen={({ number }) => number === chosen}
      scrollTo={chosen === undefined ? undefined : chosen - 1}
      height={HEIGHT}
      empty={<Empty>The run made no trade: the chart shows its candles alone.</Empty>}
    />
  );
}
