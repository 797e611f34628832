import type { Column } from '../components/table';
import type { ValueSeries } from './chart-series';

/** Lines of a chart as columns of its table, whose rows have the index of their point. */
export function lineColumns(lines: readonly ValueSeries[]): readonly Column<{ readonly index: number }>[] {
  return lines.map(({ key, title, format, points }) => ({
    key,
    title,
    number: true,
    cell: ({ index }) => format(points[index]?.value ?? null),
  }));
}
