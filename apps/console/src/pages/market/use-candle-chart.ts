import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { answer, api } from '../../api/client';
import { type Schemas, useRead } from '../../api/hooks';
import { type LiveCandle, type LiveState, useLiveCandles } from '../../api/live-candles';
import type { Problem } from '../../api/problem';
import { type SeriesName, seriesText } from '../../forms/series-picker';
import { indicatorEntries } from './indicator-list';
import { joinCharts, withLive } from './chart-data';

type Chart = Schemas['ChartRead'];

const PATH = '/api/v1/market-data/chart';
/** Of the first answer, and of each that goes further back. */
const CANDLES_AT_A_TIME = 1_000;
const TAIL_MILLISECONDS = 5_000;
/** Candles of the tail after which all is read anew. */
const LONGEST_TAIL = 500;

export interface ChartRequest extends SeriesName {
  /** Without it the last candles up to the end. */
  readonly start?: string;
  /** Without it the newest, which then follow live. */
  readonly end?: string;
  readonly indicators?: string;
}

export type CandleChartData = ReturnType<typeof useCandleChart>;

/** The candles of a chart: further back on request, live at the end, several bars to a candle where they are many. */
export function useCandleChart(request: ChartRequest) {
  const queryClient = useQueryClient();
  const entries = indicatorEntries(request.indicators);
  const name = seriesText(request);
  const key = [PATH, 'pages', request] as const;
  const pages = useInfiniteQuery<Chart, Problem, { pages: Chart[] }, typeof key, string | undefined>({
    queryKey: key,
    initialPageParam: undefined,
    queryFn: ({ pageParam: before, signal }) => {
      const query = { ...request, points: CANDLES_AT_A_TIME, ...(before !== undefined && { end: before }) };
      return answer<Chart>(api.GET(PATH, { params: { query }, signal }));
    },
    // A range is there as a whole.
    getNextPageParam: ({ candles: [oldest], stored }) =>
      request.start !== undefined || oldest === undefined || oldest.open_time <= stored.start
        ? undefined
        : new Date(Date.parse(oldest.open_time) - 1_000).toISOString(),
    staleTime: Infinity,
  });
  const newest = pages.data?.pages[0];
  const isGrowing = request.end === undefined && newest?.bars_per_candle === 1;
  const isStoredInterval = newest?.source_interval === request.interval;
  const { live, liveState, liveDetail } = useLive(request, isGrowing && isStoredInterval);

  // What the stream does not send: values of indicators, and candles that are aggregated.
  const last = newest?.candles.at(-1)?.open_time;
  const tail = useRead(
    PATH,
    { params: { query: { ...request, start: last, points: CANDLES_AT_A_TIME } } },
    {
      enabled: isGrowing && last !== undefined && (entries.length > 0 || !isStoredInterval),
      refetchInterval: TAIL_MILLISECONDS,
      keepPrevious: true,
    },
  ).data;
  const isLong = (tail?.candles.length ?? 0) > LONGEST_TAIL;
  useEffect(() => {
    if (isLong) void queryClient.resetQueries({ queryKey: [PATH, 'pages'] });
  }, [isLong, queryClient]);

  const parts = pages.data?.pages;
  const joined = useMemo(() => {
    const isOfTail = tail !== undefined && seriesText(tail) === name && tail.bars_per_candle === 1;
    return (
      parts &&
      joinCharts(
        [...parts.toReversed(), ...(isGrowing && isOfTail ? [tail] : [])],
        indicatorEntries(request.indicators),
      )
    );
  }, [parts, tail, isGrowing, name, request.indicators]);
  const candles = useMemo(() => joined && withLive(joined.candles, live), [joined, live]);
  return { pages, newest, joined, candles, isGrowing, isStoredInterval, liveState, liveDetail };
}

interface Live {
  readonly live: ReadonlyMap<string, LiveCandle>;
  readonly liveState: LiveState;
  readonly liveDetail: string | undefined;
}

/** The candles that arrived since the series was chosen. */
function useLive({ exchange, symbol, interval }: SeriesName, isWanted: boolean): Live {
  const name = `${exchange} ${symbol} ${interval}`;
  const [arrived, setArrived] = useState<{ of: string; candles: ReadonlyMap<string, LiveCandle> }>({
    of: name,
    candles: new Map(),
  });
  const { state, detail } = useLiveCandles(isWanted ? { exchange, symbol, interval } : undefined, (candles) =>
    setArrived((before) => {
      const next = new Map(before.of === name ? before.candles : []);
      for (const candle of candles) next.set(candle.open_time, candle);
      return { of: name, candles: next };
    }),
  );
  return { live: arrived.of === name ? arrived.candles : NONE, liveState: state, liveDetail: detail };
}

const NONE: ReadonlyMap<string, LiveCandle> = new Map();
