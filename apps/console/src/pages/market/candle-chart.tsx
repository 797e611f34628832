import { useMemo, useState } from 'react';
import { lineColumns } from '../../charts/line-columns';
import { TimeChart } from '../../charts/time-chart';
import { DownloadButton } from '../../components/download-button';
import { ProblemNotice } from '../../components/problem-notice';
import { Empty, Loading } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { count, exact } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { candleSeries, correctionMarks, lineSeries } from './candle-series';
import type { ChartCandle } from './chart-data';
import { ChartFacts } from './chart-facts';
import { Corrections } from './corrections';
import { candleCount } from './series-text';
import { type ChartRequest, useCandleChart } from './use-candle-chart';

const PANE_PIXELS = 110;
const CANDLES_PIXELS = 420;
/** In sight at first; the rest by scrolling back. */
const FIRST_CANDLES = 250;
const TABLE_ROWS = 200;

/** The chart of a series with what is known of it. */
export function CandleChart({ request }: { readonly request: ChartRequest }) {
  const data = useCandleChart(request);
  const { pages, newest, joined, candles } = data;
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const [picked, setPicked] = useState<string>();
  const problem = error && <ProblemNotice problem={error} retry={() => void refetch()} />;
  if (!newest || !joined || !candles) return problem ?? <Loading />;
  if (candles.length === 0) {
    return (
      <Empty>
        No candle lies in this range; {candleCount(newest.stored.count)} are stored. Choose another range.
      </Empty>
    );
  }
  return (
    <>
      <Card title="Chart" actions={<Export request={request} interval={newest.source_interval} />}>
        {problem}
        <ChartFacts data={data} newest={newest} candles={candles} request={request} picked={picked} />
        <Drawing
          label={`Candles of ${request.exchange} ${request.symbol} ${request.interval}`}
          candles={candles}
          joined={joined}
          isWhole={request.start !== undefined}
          onPick={setPicked}
          onReachStart={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
          }}
        />
        <div className="row">
          {hasNextPage && (
            <button
              type="button"
              className="button"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Load earlier candles
            </button>
          )}
          <span className="quiet" role="status">
            {count(joined.candles.length)} candles are loaded.
          </span>
        </div>
      </Card>
      <Corrections
        corrections={joined.corrections}
        isTruncated={pages.data!.pages.some((page) => page.corrections_truncated)}
        interval={newest.source_interval}
      />
    </>
  );
}

interface ExportProps {
  readonly request: ChartRequest;
  /** Of the candles that are stored. */
  readonly interval: string;
}

/** Every stored candle of the range, whatever is drawn. */
function Export({ request: { exchange, symbol, start, end }, interval }: ExportProps) {
  const range = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  const query = new URLSearchParams({ exchange, symbol, interval, ...range });
  return (
    <DownloadButton
      path={`/api/v1/market-data/candlesticks/export?${query}`}
      fileName={`${[exchange, symbol, interval].join('-').replaceAll(/[^\w.-]+/g, '-')}.csv`}
      label={`Export CSV of ${interval}`}
    />
  );
}

interface DrawingProps {
  readonly label: string;
  readonly candles: readonly ChartCandle[];
  readonly joined: NonNullable<ReturnType<typeof useCandleChart>['joined']>;
  /** A range was chosen: all of it is in sight. */
  readonly isWhole: boolean;
  readonly onPick: (time: string) => void;
  readonly onReachStart: () => void;
}

function Drawing({ label, candles, joined, isWhole, onPick, onReachStart }: DrawingProps) {
  const times = useTimes();
  const lines = useMemo(() => lineSeries(joined.candles, joined.lines), [joined]);
  const series = useMemo(() => [...candleSeries(candles), ...lines], [candles, lines]);
  const marks = useMemo(() => correctionMarks(joined.candles), [joined]);
  // What is in sight at first; what arrives later does not move it.
  const [range] = useState(() =>
    isWhole
      ? undefined
      : {
          start: candles[Math.max(candles.length - FIRST_CANDLES, 0)]!.open_time,
          end: candles.at(-1)!.open_time,
        },
  );
  const panes = new Set(series.map(({ pane = 0 }) => pane)).size;
  const table = useMemo(() => {
    const rows = joined.candles.map((candle, index) => ({ candle, index })).slice(-TABLE_ROWS);
    return (
      <Table
        caption={`The last ${count(rows.length)} of ${count(joined.candles.length)} candles, newest first; times in ${times.zone}`}
        columns={[...columnsOf(times), ...lineColumns(lines)]}
        rows={rows.reverse()}
        rowKey={({ index }) => index}
      />
    );
  }, [joined, lines, times]);
  return (
    <TimeChart
      label={label}
      series={series}
      marks={marks}
      range={range}
      table={table}
      height={CANDLES_PIXELS + (panes - 1) * PANE_PIXELS}
      onPick={onPick}
      onReachStart={isWhole ? undefined : onReachStart}
    />
  );
}

interface Row {
  readonly candle: ChartCandle;
  readonly index: number;
}

function columnsOf(times: TimeFormat): readonly Column<Row>[] {
  const number = (key: 'open' | 'high' | 'low' | 'close' | 'volume', title: string): Column<Row> => ({
    key,
    title,
    number: true,
    cell: ({ candle }) => exact(candle[key]),
  });
  return [
    { key: 'time', title: 'Open time', nowrap: true, cell: ({ candle }) => times.minute(candle.open_time) },
    number('open', 'Open'),
    number('high', 'High'),
    number('low', 'Low'),
    number('close', 'Close'),
    number('volume', 'Volume'),
    { key: 'corrected', title: 'Corrected', cell: ({ candle }) => (candle.corrected ? 'yes' : 'no') },
  ];
}
