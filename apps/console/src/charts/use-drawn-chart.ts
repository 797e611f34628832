import { useEffect, useRef } from 'react';
import { type TimeFormat, useTimes } from '../format/times';
import { useShownTheme } from '../settings/settings';
import { palette } from './draw-series';
import { drawAll, drawLevelsOfFirst, type Drawn, scaleValues, showRange } from './drawn-chart';
import { createEmptyChart, type FollowedChart } from './empty-chart';
import { type Paper, showOnPaper } from './show-on-paper';

/** Draws into the element of the ref that is returned, and follows what changes. */
export function useDrawnChart(props: FollowedChart) {
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

  const { series, marks, levels, range, logarithmic } = props;
  useEffect(() => {
    if (drawn.current && drawAll(drawn.current, { series, marks })) latest.current.onPoint(undefined);
  }, [series, marks]);
  useEffect(() => {
    if (drawn.current) drawLevelsOfFirst(drawn.current, { series, levels });
  }, [series, levels]);
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
  latest: React.RefObject<FollowedChart>,
  paper?: Paper,
): Drawn {
  const colors = palette();
  const chart = createEmptyChart(container, times, latest, colors, paper);
  const created: Drawn = { chart, colors, series: new Map() };
  const { range, logarithmic } = latest.current;
  drawAll(created, latest.current);
  drawLevelsOfFirst(created, latest.current);
  scaleValues(created, logarithmic);
  showRange(created, range);
  return created;
}
