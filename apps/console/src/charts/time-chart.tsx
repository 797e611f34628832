import { type ReactNode, useState } from 'react';
import { useTimes } from '../format/times';
import type { ChartSeries, DrawnChart } from './chart-series';
import { useDrawnChart } from './use-drawn-chart';
import { ChartTable } from './chart-table';

export interface TimeChartProps extends DrawnChart {
  /** What the chart shows; its name for who cannot see it. */
  readonly label: string;
  /** The same figures as a table, for who cannot see the chart. */
  readonly table: ReactNode;
  /** Height in pixels. */
  readonly height?: number;
}

/** Series over time on a canvas, with a legend of the values under the pointer and the same as a table. */
export function TimeChart(props: TimeChartProps) {
  const { label, series, table, height = 320 } = props;
  const times = useTimes();
  const [pointed, setPointed] = useState<string>();
  const container = useDrawnChart({ ...props, onPoint: setPointed });
  return (
    <figure className="chart-figure" style={{ margin: 0 }}>
      <Legend series={series} pointed={pointed} />
      <div
        className="chart"
        data-chart={label}
        role="img"
        aria-label={`${label}. Its figures follow as a table.`}
        ref={container}
        style={{ blockSize: height }}
      />
      <figcaption className="visually-hidden">
        {label}
        {pointed !== undefined && `, ${times.time(pointed)}`}
      </figcaption>
      <ChartTable label={label}>{table}</ChartTable>
    </figure>
  );
}

interface LegendProps {
  readonly series: readonly ChartSeries[];
  readonly pointed: string | undefined;
}

function Legend({ series, pointed }: LegendProps) {
  const times = useTimes();
  return (
    <ul className="chart-legend">
      {series
        .filter((one) => one.kind !== 'bands')
        .map((one) => (
          <li key={one.key}>
            {'color' in one && (
              <span className="swatch" style={{ background: `var(--${one.color})` }} aria-hidden="true" />
            )}
            {one.title} <span className="quiet">{pointed !== undefined && valueAt(one, pointed)}</span>
          </li>
        ))}
      {pointed !== undefined && <li className="quiet">{times.time(pointed)}</li>}
    </ul>
  );
}

function valueAt(series: ChartSeries, time: string): string {
  const at = Date.parse(time);
  if (series.kind === 'candles') {
    const candle = series.points.find((point) => Date.parse(point.time) === at);
    if (!candle) return '';
    const { open, high, low, close } = candle;
    return `open ${series.format(open)}, high ${series.format(high)}, low ${series.format(low)}, close ${series.format(close)}`;
  }
  const point = series.points.find((candidate) => Date.parse(candidate.time) === at);
  return point ? series.format(point.value) : '';
}
