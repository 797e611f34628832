import type { ReactNode } from 'react';

interface HeatMapProps {
  readonly caption: string;
  /** Titles of the columns and the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly columnAxis: string;
  readonly rowAxis: string;
  /** The value at a row and a column; null where there is none. */
  readonly value: (row: number, column: number) => number | null;
  readonly format: (value: number | null) => ReactNode;
  /** The value that has no colour, between the two of the scale: 0 for returns. Without it the middle. */
  readonly neutral?: number;
  readonly isChosen?: (row: number, column: number) => boolean;
}

/** Values of two dimensions as a table whose cells are coloured: readable without the colours. */
export function HeatMap(props: HeatMapProps) {
  const { caption, columns, rows, columnAxis, rowAxis, value, format, neutral, isChosen } = props;
  const values = rows.flatMap((_, row) => columns.map((_title, column) => value(row, column)));
  const scale = colorScale(
    values.filter((one) => one !== null),
    neutral,
  );
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={caption} data-chart={caption}>
      <table className="table heat-map" data-chart-table={caption}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              {rowAxis} ↓ {columnAxis} →
            </th>
            {columns.map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((title, row) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {columns.map((column, index) => {
                const one = value(row, index);
                const chosen = isChosen?.(row, index) ?? false;
                return (
                  <td
                    key={column}
                    style={{
                      background: scale(one),
                      ...(chosen && { outline: '3px solid var(--text)', outlineOffset: '-3px' }),
                    }}
                  >
                    {format(one)}
                    {chosen && <span className="visually-hidden"> (chosen)</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const STRONGEST_PERCENT = 45;

/** Mixes the two colours of the scale into the surface, by the distance from the neutral value. */
function colorScale(
  values: readonly number[],
  neutral?: number,
): (value: number | null) => string | undefined {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const middle = neutral ?? (low + high) / 2;
  const reach = Math.max(high - middle, middle - low);
  return (value) => {
    if (value === null || !(reach > 0)) return undefined;
    const share = Math.round(Math.min(Math.abs(value - middle) / reach, 1) * STRONGEST_PERCENT * 10) / 10;
    return `color-mix(in srgb, var(--heat-${value < middle ? 'low' : 'high'}) ${share}%, var(--surface))`;
  };
}
