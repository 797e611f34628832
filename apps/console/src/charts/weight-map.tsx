import type { ReactNode } from 'react';
import { useTimes } from '../format/times';
import { ChartTable } from './chart-table';

interface WeightMapProps {
  readonly label: string;
  /** Names of the rows. */
  readonly rows: readonly string[];
  /** From each of these times until the next one a row has the value at its index. */
  readonly columns: readonly { readonly time: string; readonly values: readonly number[] }[];
  /** Where the last column ends. */
  readonly end: string;
  readonly format: (value: number) => string;
  readonly table: ReactNode;
}

const WIDTH = 1000;
const ROW = 24;
/** Narrower columns could not be seen. */
const LEAST_WIDTH = 0.5;

/** Values of rows over time, each as strong as it is large, those below 0 in another colour. With the same as a table. */
export function WeightMap({ label, rows, columns, end, format, table }: WeightMapProps) {
  const times = useTimes();
  const start = columns[0]?.time ?? end;
  const from = Date.parse(start);
  const scale = WIDTH / Math.max(Date.parse(end) - from, 1);
  const x = (time: string) => (Date.parse(time) - from) * scale;
  const largest = Math.max(...columns.flatMap(({ values }) => values.map(Math.abs)));
  const height = rows.length * ROW;
  return (
    <figure style={{ margin: 0 }}>
      <div className="timeline">
        <div className="timeline-names" aria-hidden="true" style={{ lineHeight: `${ROW}px` }}>
          {rows.map((name) => (
            <div key={name}>{name}</div>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          role="img"
          aria-label={`${label}. Its figures follow as a table.`}
          data-chart={label}
          width="100%"
          preserveAspectRatio="none"
          style={{ blockSize: height }}
        >
          <rect width={WIDTH} height={height} fill="var(--raised)" />
          {columns.map(({ time, values }, index) => {
            const next = columns[index + 1]?.time ?? end;
            return (
              <g key={time}>
                {values.map(
                  (value, row) =>
                    value !== 0 && (
                      <rect
                        key={rows[row]}
                        x={x(time)}
                        width={Math.max(x(next) - x(time), LEAST_WIDTH)}
                        y={row * ROW + 1}
                        height={ROW - 2}
                        fill={`var(--heat-${value < 0 ? 'low' : 'high'})`}
                        fillOpacity={Math.abs(value) / largest}
                      >
                        <title>{`${rows[row]}: ${format(value)} from ${times.minute(time)}`}</title>
                      </rect>
                    ),
                )}
              </g>
            );
          })}
        </svg>
        <div className="timeline-axis row quiet">
          <span>{times.minute(start)}</span>
          <span>{times.minute(end)}</span>
        </div>
      </div>
      <ChartTable label={label}>{table}</ChartTable>
    </figure>
  );
}
