import type { ReactNode } from 'react';
import { useTimes } from '../format/times';
import { ChartTable } from './chart-table';

export interface Span {
  readonly start: string;
  readonly end: string;
  readonly label: string;
  readonly color: 'good' | 'bad' | 'warn' | 'series-1' | 'series-2' | 'strong-line';
}

interface TimelineProps {
  readonly label: string;
  /** The range of the axis, RFC 3339. */
  readonly start: string;
  readonly end: string;
  /** Each track is one row, with its name at the start. */
  readonly tracks: readonly { readonly name: string; readonly spans: readonly Span[] }[];
  readonly table: ReactNode;
}

const WIDTH = 1000;
const ROW = 26;
/** Narrower ones could not be seen. */
const LEAST_WIDTH = 2;

/** Ranges of time on tracks: gaps of series, windows of a walk-forward. With the same as a table. */
export function Timeline({ label, start, end, tracks, table }: TimelineProps) {
  const times = useTimes();
  const from = Date.parse(start);
  const scale = WIDTH / Math.max(Date.parse(end) - from, 1);
  const x = (time: string) => Math.min(Math.max((Date.parse(time) - from) * scale, 0), WIDTH);
  return (
    <figure style={{ margin: 0 }}>
      <div className="timeline">
        <div className="timeline-names" aria-hidden="true" style={{ lineHeight: `${ROW}px` }}>
          {tracks.map(({ name }) => (
            <div key={name}>{name}</div>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${tracks.length * ROW}`}
          role="img"
          aria-label={`${label}. Its figures follow as a table.`}
          data-chart={label}
          width="100%"
          preserveAspectRatio="none"
          style={{ blockSize: tracks.length * ROW }}
        >
          {tracks.map(({ name, spans }, row) => (
            <g key={name}>
              <rect x={0} width={WIDTH} y={row * ROW + 3} height={ROW - 6} fill="var(--raised)" />
              {spans.map((span) => (
                <rect
                  key={`${span.start} ${span.label}`}
                  x={x(span.start)}
                  width={Math.max(x(span.end) - x(span.start), LEAST_WIDTH)}
                  y={row * ROW + 3}
                  height={ROW - 6}
                  fill={`var(--${span.color})`}
                >
                  <title>{`${name}: ${span.label}, ${times.minute(span.start)} to ${times.minute(span.end)}`}</title>
                </rect>
              ))}
            </g>
          ))}
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
