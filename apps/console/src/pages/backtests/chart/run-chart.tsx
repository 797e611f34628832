import { useMemo } from 'react';
import type { PriceLevel } from '../../../charts/chart-series';
import { lineColumns } from '../../../charts/line-columns';
import { TimeChart } from '../../../charts/time-chart';
import { ProblemNotice } from '../../../components/problem-notice';
import { Loading } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { count, exact, quoteCurrency } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import type { Report } from '../report';
import { type Candles, type Lines, type useChartData } from './chart-data';
import { lineSeries, marksOf, seriesOf } from './drawn-run';

const HEIGHT = 460;
const NO_TRADES: readonly never[] = [];

interface RunChartProps {
  readonly report: Report;
  readonly data: ReturnType<typeof useChartData>;
  readonly chosen: number | undefined;
  /** Of the chosen trade. */
  readonly levels: readonly PriceLevel[];
  /** Called with the last moment of the candle that was clicked. */
  readonly onPick: (time: string) => void;
}

/** Candles of a run with its trades as marks and the lines of its strategy. */
export function RunChart({ report, data, chosen, levels, onPick }: RunChartProps) {
  const { candles: read, lines, trades, table } = data;
  const currency = quoteCurrency(report.symbol);
  const candles = read.data;
  const marked = trades.data && trades.data.total === trades.data.items.length;
  const items = marked ? trades.data.items : NO_TRADES;
  const series = useMemo(
    () => candles && seriesOf(candles, lines.data, currency),
    [candles, lines.data, currency],
  );
  const marks = useMemo(() => marksOf(items, chosen), [items, chosen]);
  const range = useMemo(() => candles && rangeOf(candles), [candles]);
  const problem = read.error ?? lines.error ?? trades.error;
  const bars = candles?.bars_per_candle ?? 1;
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      {!candles || !series ? (
        !problem && <Loading />
      ) : (
        <TimeChart
          label="Candles, trades and lines of the strategy"
          series={series}
          marks={marks}
          levels={levels}
          range={range}
          height={HEIGHT}
          onPick={(time) => onPick(endOf(candles, time, report))}
          table={<CandleTable shown={table.data ?? candles} lines={lines.data} />}
        />
      )}
      <p className="quiet">
        An arrow is an entry, in the direction of the position; a circle an exit by signal or at the end of
        the data, a square an exit by a stop or a target. The lines of the chosen trade are its entry and its
        exit; dashed: its stops and targets.
        {bars > 1 &&
          ` A candle is ${count(bars)} bars of ${report.interval}: choose a trade for all of them.`}
        {marked === false &&
          ` ${count(trades.data?.total)} trades are too many to mark: choose one of the table.`}
      </p>
    </>
  );
}

function rangeOf({ candles }: Candles) {
  const [first, last] = [candles[0], candles.at(-1)];
  return first && last && { start: first.open_time, end: last.open_time };
}

/** The last moment of the candle that opens at this time. */
function endOf({ candles }: Candles, time: string, { end_date: lastDay }: Report): string {
  const at = Date.parse(time);
  const next = candles.find(({ open_time: open }) => Date.parse(open) > at);
  return next ? new Date(Date.parse(next.open_time) - 1).toISOString() : `${lastDay}T23:59:59.999Z`;
}

function CandleTable({ shown, lines }: { readonly shown: Candles; readonly lines: Lines | undefined }) {
  const { candles, bars_per_candle: bars, interval } = shown;
  const times = useTimes();
  return (
    <Table
      caption={`Candles of ${bars === 1 ? interval : `${count(bars)} bars of ${interval}`} (${times.zone})`}
      rows={candles.map((candle, index) => ({ ...candle, index }))}
      rowKey={({ open_time: open }) => open}
      columns={[
        { key: 'open_time', title: 'Opened', cell: (candle) => times.minute(candle.open_time) },
        { key: 'open', title: 'Open', number: true, cell: ({ open }) => exact(open) },
        { key: 'high', title: 'High', number: true, cell: ({ high }) => exact(high) },
        { key: 'low', title: 'Low', number: true, cell: ({ low }) => exact(low) },
        { key: 'close', title: 'Close', number: true, cell: ({ close }) => exact(close) },
        { key: 'volume', title: 'Volume', number: true, cell: ({ volume }) => exact(volume) },
        { key: 'corrected', title: 'Corrected', cell: ({ corrected }) => (corrected ? 'yes' : 'no') },
        ...lineColumns(lineSeries(shown, lines)),
      ]}
    />
  );
}
