import {
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  PriceScaleMode,
  type SeriesType,
  type Time,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { type TimeFormat, useTimes } from '../format/times';
import { useShownTheme } from '../settings/settings';
import type { ChartSeries, DrawnChart } from './chart-series';
import { addSeries, drawnPoints, type Palette, palette, secondsOf } from './draw-series';
import { marksOnPoints } from './marks-on-points';
import { type Paper, showOnPaper } from './show-on-paper';

interface Drawn {
  readonly chart: IChartApi;
  readonly colors: Palette;
  readonly series: Map<string, { readonly drawn: ISeriesApi<SeriesType>; shown: ChartSeries }>;
  marks?: ISeriesMarkersPluginApi<Time>;
  markedSeries?: ISeriesApi<SeriesType>;
}

type DrawnChartProps = DrawnChart & { readonly onPoint: (time: string | undefined) => void };

/** Draws into the element of the ref that is returned, and follows what changes. */
export function useDrawnChart(props: DrawnChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const latest = useRef(props);
  const times = useTimes();
  const theme = useShownTheme();
  useEffect(() => {
    latest.current = props;
  });

  // Another theme or time zone is another chart: its colours are drawn.
  useEffect(() => {
    const element = container.current!;
    const created = createDrawn(element, times, latest);
    drawn.current = created;
    const stopPrinting = showOnPaper(element, (host, paper) => createDrawn(host, times, latest, paper).chart);
    return () => {
      drawn.current = null;
      stopPrinting();
      created.chart.remove();
    };
  }, [theme, times]);

  const { series, marks, range, logarithmic } = props;
  useEffect(() => {
    if (drawn.current) drawAll(drawn.current, { series, marks });
  }, [series, marks]);
  useEffect(() => {
    if (drawn.current) showRange(drawn.current, range);
  }, [range]);
  useEffect(() => {
    if (drawn.current) scaleValues(drawn.current, logarithmic);
  }, [logarithmic]);
  return container;
}

/** A chart with everything that the latest properties say, as wide and high as the container, or as the paper. */
function createDrawn(
  container: HTMLElement,
  times: TimeFormat,
  latest: React.RefObject<DrawnChartProps>,
  paper?: Paper,
): Drawn {
  const created = create(container, times, latest, paper);
  const { range, logarithmic } = latest.current;
  drawAll(created, latest.current);
  scaleValues(created, logarithmic);
  showRange(created, range);
  return created;
}

function scaleValues({ chart }: Drawn, logarithmic = false): void {
  const mode = logarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
  chart.priceScale('right').applyOptions({ mode });
}

function create(
  container: HTMLElement,
  times: TimeFormat,
  latest: React.RefObject<DrawnChartProps>,
  paper?: Paper,
): Drawn {
  const colors = palette();
  const line = colors('line');
  const milliseconds = (time: Time) => (time as number) * 1_000;
  const chart = createChart(container, {
    ...(paper ? { width: paper.width, height: paper.height } : { autoSize: true }),
    layout: {
      ...(paper && { fontSize: paper.fontSize }),
      background: { color: colors('surface') },
      textColor: colors('quiet'),
      // The page names the library in its footer, with a link.
      attributionLogo: false,
      panes: { separatorColor: line },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    leftPriceScale: { borderColor: line, visible: latest.current.series.some(({ leftAxis }) => leftAxis) },
    timeScale: {
      borderColor: line,
      timeVisible: true,
      secondsVisible: false,
      // Labels at a fixed edge are drawn whole. The left one gives way where there is more to read before it.
      fixLeftEdge: latest.current.onReachStart === undefined,
      fixRightEdge: true,
      // All of a series fits into a narrow screen, too.
      minBarSpacing: 0.01,
      // Years and months (types 0 and 1), days (2), else the time of the day.
      tickMarkFormatter: (time: Time, type: number) =>
        [4, 7, 10][type] === undefined
          ? times.minute(milliseconds(time)).slice(11)
          : times.date(milliseconds(time)).slice(0, [4, 7, 10][type]),
    },
    localization: { timeFormatter: (time: Time) => times.minute(milliseconds(time)) },
  });
  const timeText = (time: Time) => new Date(milliseconds(time)).toISOString();
  chart.subscribeCrosshairMove(({ time }) => {
    latest.current.onPoint(time === undefined ? undefined : timeText(time));
  });
  chart.subscribeClick(({ time }) => {
    if (time !== undefined) latest.current.onPick?.(timeText(time));
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((visible) => {
    if (visible !== null && visible.from < 0) latest.current.onReachStart?.();
  });
  return { chart, colors, series: new Map() };
}

function drawAll(drawn: Drawn, { series, marks }: Pick<DrawnChart, 'series' | 'marks'>): void {
  const keys = new Set(series.map(({ key }) => key));
  for (const [key, { drawn: old }] of drawn.series) {
    if (keys.has(key)) continue;
    drawn.chart.removeSeries(old);
    drawn.series.delete(key);
  }
  // While points are replaced one series after the other, a mark may be at a time that the marked one does not have.
  drawn.marks?.setMarkers([]);
  for (const one of series) draw(drawn, one);
  stretchPanes(drawn.chart);
  const first = series[0] && drawn.series.get(series[0].key)?.drawn;
  if (!first) return;
  if (drawn.markedSeries !== first) {
    drawn.markedSeries = first;
    drawn.marks = undefined;
  }
  if (!marks && !drawn.marks) return;
  drawn.marks ??= createSeriesMarkers(first, []);
  drawn.marks.setMarkers(
    marksOnPoints(marks ?? [], series[0]!.points)
      .map((mark) => ({ ...mark, time: secondsOf(mark.time), color: drawn.colors(mark.color) }))
      .filter(({ time }) => hasPoint(drawn.chart, first, time)),
  );
}

/** Whether the library has laid out a point at this time: a mark where there is none it does not forgive. */
function hasPoint(chart: IChartApi, series: ISeriesApi<SeriesType>, time: Time): boolean {
  const index = chart.timeScale().timeToIndex(time, false);
  return index !== null && series.dataByIndex(index) !== null;
}

/** How much higher than the others the first pane is. */
const FIRST_PANE = 3.5;

function stretchPanes(chart: IChartApi): void {
  const panes = chart.panes();
  if (panes.length < 2 || panes[0]!.getStretchFactor() === FIRST_PANE) return;
  for (const [index, pane] of panes.entries()) pane.setStretchFactor(index === 0 ? FIRST_PANE : 1);
}

function draw(drawn: Drawn, series: ChartSeries): void {
  const old = drawn.series.get(series.key);
  if (!old) {
    const added = addSeries(drawn.chart, series, drawn.colors);
    added.setData(drawnPoints(series, drawn.colors));
    drawn.series.set(series.key, { drawn: added, shown: series });
    return;
  }
  const before = old.shown;
  old.shown = series;
  if (before.points === series.points) return;
  if (isContinued(before.points, series.points)) {
    // A live series: its last points, without laying out the rest again.
    const rest = { ...series, points: series.points.slice(before.points.length - 1) } as ChartSeries;
    for (const point of drawnPoints(rest, drawn.colors)) old.drawn.update(point);
  } else {
    old.drawn.setData(drawnPoints(series, drawn.colors));
  }
}

const MOST_UPDATES = 3;

/** Whether all but the last points are the very ones of before. */
function isContinued(before: readonly unknown[], after: readonly unknown[]): boolean {
  const more = after.length - before.length;
  return (
    before.length > 1 &&
    more >= 0 &&
    more < MOST_UPDATES &&
    before[0] === after[0] &&
    before.at(-2) === after[before.length - 2]
  );
}

function showRange({ chart, series }: Drawn, range: DrawnChart['range']): void {
  if ([...series.values()].every(({ shown }) => shown.points.length === 0)) return;
  if (range) chart.timeScale().setVisibleRange({ from: secondsOf(range.start), to: secondsOf(range.end) });
  else chart.timeScale().fitContent();
}
