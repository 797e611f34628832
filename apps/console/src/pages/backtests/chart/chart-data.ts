import { useRead, type Schemas } from '../../../api/hooks';
import type { Report } from '../report';
import type { TimeRange } from './shown-range';

export type Candles = Schemas['ChartRead'];
export type Lines = Schemas['IndicatorsRead'];

/** More than a screen shows candles; and what one reads as a table. */
const CHART_POINTS = 1_500;
const TABLE_POINTS = 50;
/** More marks than these hide the candles. */
const MOST_MARKS = 300;
/** The trade with this number, which is its position by entry. */
export function useTrade(id: number, number: number | undefined) {
  return useRead(
    '/api/v1/backtesting/{b_id}/trades',
    { params: { path: { b_id: id }, query: { page: number, size: 1 } } },
    { enabled: number !== undefined && number > 0, keepPrevious: true },
  );
}

/** The stops and targets of a trade. */
export function useTradeLevels(id: number, number: number | undefined) {
  return useRead(
    '/api/v1/backtesting/{b_id}/trades/{number}/levels',
    { params: { path: { b_id: id, number: number ?? 0 } } },
    { enabled: number !== undefined },
  );
}

function candlesQuery({ exchange, symbol, interval }: Report, range: TimeRange, points: number) {
  return { params: { query: { exchange: exchange ?? '', symbol, interval, ...range, points } } };
}

/** Candles, lines of the strategy and trades of the range; the former ones until they are there. */
export function useChartData(report: Report, range: TimeRange, enabled: boolean) {
  const settings = { keepPrevious: true, enabled };
  const b_id = report.id;
  return {
    candles: useRead('/api/v1/market-data/chart', candlesQuery(report, range, CHART_POINTS), settings),
    lines: useRead(
      '/api/v1/backtesting/{b_id}/indicators',
      { params: { path: { b_id }, query: { ...range, points: CHART_POINTS } } },
      settings,
    ),
    trades: useRead(
      '/api/v1/backtesting/{b_id}/trades',
      { params: { path: { b_id }, query: { ...range, size: MOST_MARKS } } },
      settings,
    ),
    /** The same in so few candles that they can be read. */
    table: useRead('/api/v1/market-data/chart', candlesQuery(report, range, TABLE_POINTS), settings),
  };
}
