import { createChart, type IChartApi, type Time } from 'lightweight-charts';
import type { TimeFormat } from '../format/times';
import type { DrawnChart } from './chart-series';
import type { Palette } from './draw-series';
import type { Paper } from './show-on-paper';

/** What a chart says to the page, besides what it draws. */
export type FollowedChart = DrawnChart & { readonly onPoint: (time: string | undefined) => void };

/** A chart without series, as wide and high as the container, or as the paper. */
export function createEmptyChart(
  container: HTMLElement,
  times: TimeFormat,
  latest: React.RefObject<FollowedChart>,
  colors: Palette,
  paper?: Paper,
): IChartApi {
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
  return chart;
}
