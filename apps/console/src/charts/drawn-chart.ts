import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  PriceScaleMode,
  type SeriesType,
  type Time,
} from 'lightweight-charts';
import type { ChartSeries, DrawnChart } from './chart-series';
import { drawLevels } from './draw-levels';
import { addSeries, drawnPoints, type Palette, secondsOf } from './draw-series';
import { isContinued } from './is-continued';
import { marksOnPoints } from './marks-on-points';

/** A chart of the library with what is drawn in it. */
export interface Drawn {
  readonly chart: IChartApi;
  readonly colors: Palette;
  readonly series: Map<string, { readonly drawn: ISeriesApi<SeriesType>; shown: ChartSeries }>;
  marks?: ISeriesMarkersPluginApi<Time>;
  markedSeries?: ISeriesApi<SeriesType>;
}

export function scaleValues({ chart }: Drawn, logarithmic = false): void {
  const mode = logarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
  chart.priceScale('right').applyOptions({ mode });
}

/** Draws what the series and marks say, beside what is drawn already. Answers whether the position of the pointer was forgotten. */
export function drawAll(drawn: Drawn, { series, marks }: Pick<DrawnChart, 'series' | 'marks'>): boolean {
  const keys = new Set(series.map(({ key }) => key));
  const removed = [...drawn.series].filter(([key]) => !keys.has(key));
  const isLaidOutAnew =
    removed.length > 0 || series.some((one) => changeOf(drawn.series.get(one.key)?.shown, one) === 'all');
  // Points are replaced one series after the other. Until the last one, a series may have no point in sight, and the library, which looks
  // at once for what lies below the pointer, fails on it (“Value is null”): there is no pointer meanwhile.
  if (isLaidOutAnew) drawn.chart.clearCrosshairPosition();
  for (const [key, { drawn: old }] of removed) {
    drawn.chart.removeSeries(old);
    drawn.series.delete(key);
  }
  for (const one of series) draw(drawn, one);
  stretchPanes(drawn.chart);
  if (series[0]) drawMarks(drawn, series[0], marks);
  return isLaidOutAnew;
}

/** Draws the levels on the axis of the first series, and none where none are given. */
export function drawLevelsOfFirst(
  drawn: Drawn,
  { series, levels = [] }: Pick<DrawnChart, 'series' | 'levels'>,
): void {
  const first = series[0] && drawn.series.get(series[0].key)?.drawn;
  if (first && (levels.length > 0 || first.priceLines().length > 0)) drawLevels(first, levels, drawn.colors);
}

function drawMarks(drawn: Drawn, first: ChartSeries, marks: DrawnChart['marks']): void {
  const marked = drawn.series.get(first.key)!.drawn;
  if (drawn.markedSeries !== marked) {
    drawn.markedSeries = marked;
    drawn.marks = undefined;
  }
  if (!marks && !drawn.marks) return;
  drawn.marks ??= createSeriesMarkers(marked, []);
  drawn.marks.setMarkers(
    marksOnPoints(marks ?? [], first.points).map((mark) => ({
      ...mark,
      time: secondsOf(mark.time),
      color: drawn.colors(mark.color),
    })),
  );
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
  const { shown: before } = old;
  const change = changeOf(before, series);
  old.shown = series;
  if (change === 'none') return;
  if (change === 'end') {
    // A live series: its last points, without laying out the rest again.
    const rest = { ...series, points: series.points.slice(before.points.length - 1) } as ChartSeries;
    for (const point of drawnPoints(rest, drawn.colors)) old.drawn.update(point);
  } else {
    // The library mistakes a lone series with the times that it had for one without a change, and keeps its time axis of before. When
    // points of other series are taken off later, it loses indexes of the axis that are still needed: marks find none (“Value is null”).
    if (drawn.series.size === 1) old.drawn.setData([]);
    old.drawn.setData(drawnPoints(series, drawn.colors));
  }
}

/** Which points of a series are other ones than before. */
function changeOf(before: ChartSeries | undefined, after: ChartSeries): 'none' | 'end' | 'all' {
  if (!before) return 'all';
  if (before.points === after.points) return 'none';
  return isContinued(before.points, after.points) ? 'end' : 'all';
}

export function showRange({ chart, series }: Drawn, range: DrawnChart['range']): void {
  if ([...series.values()].every(({ shown }) => shown.points.length === 0)) return;
  if (range) chart.timeScale().setVisibleRange({ from: secondsOf(range.start), to: secondsOf(range.end) });
  else chart.timeScale().fitContent();
}
