import type { ReactNode } from 'react';
import { ChartTable } from './chart-table';

interface Bar {
  /** The range or the name of the bar. */
  readonly label: string;
  readonly value: number;
  readonly color?: 'up' | 'down' | 'series-1' | 'series-2';
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  readonly table: ReactNode;
  readonly height?: number;
}

const WIDTH = 600;

/** Bars from a common zero, such as a histogram, with the same as a table. */
export function BarChart({ label, bars, format, table, height = 160 }: BarChartProps) {
  const high = Math.max(0, ...bars.map(({ value }) => value));
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const scale = high === low ? 0 : height / (high - low);
  const width = WIDTH / Math.max(bars.length, 1);
  return (
    <figure style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${height + 20}`}
        role="img"
        aria-label={`${label}. Its figures follow as a table.`}
        data-chart={label}
        width="100%"
        preserveAspectRatio="none"
        style={{ maxBlockSize: height * 1.6 }}
      >
        {bars.map(({ label: name, value, color = 'series-1' }, index) => (
          <rect
            key={index}
            x={index * width + width * 0.05}
            width={width * 0.9}
            y={(high - Math.max(value, 0)) * scale}
            height={Math.abs(value) * scale}
            fill={`var(--${color})`}
          >
            <title>{`${name}: ${format(value)}`}</title>
          </rect>
        ))}
        <line x1={0} x2={WIDTH} y1={high * scale} y2={high * scale} stroke="var(--strong-line)" />
      </svg>
      <div className="row quiet" style={{ justifyContent: 'space-between' }} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <ChartTable label={label}>{table}</ChartTable>
    </figure>
  );
}
