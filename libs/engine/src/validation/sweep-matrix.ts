/** Figures of a combination that a matrix shows. */
export const MATRIX_MEASURES = ['score', 'sharpe_ratio', 'total_return', 'max_drawdown', 'trades'] as const;

/** What represents the combinations that share a cell: they differ in other parameters. */
export const CELL_VALUES = ['maximum', 'minimum', 'mean'] as const;

export type CellValue = (typeof CELL_VALUES)[number];

export interface SweepMatrix {
  /** Ascending. */
  readonly xValues: readonly number[];
  readonly yValues: readonly number[];
  /** By y, then x; null where no combination was tried, or none has a value. */
  readonly cells: readonly (readonly (number | null)[])[];
  /** How many combinations each cell is of. */
  readonly combinations: readonly (readonly number[])[];
}

interface TriedCombination {
  readonly parameters: Readonly<Record<string, number>>;
}

/** A figure of all combinations over the values of two of their parameters. Those without the figure do not count. */
export function sweepMatrix<Row extends TriedCombination>(
  rows: readonly Row[],
  { x, y }: { readonly x: string; readonly y: string },
  valueOf: (row: Row) => number | null,
  cellValue: CellValue,
): SweepMatrix {
  const xValues = valuesOf(rows, x);
  const yValues = valuesOf(rows, y);
  const grouped = yValues.map(() => xValues.map((): Row[] => []));
  const column = new Map(xValues.map((value, index) => [value, index]));
  const line = new Map(yValues.map((value, index) => [value, index]));
  for (const row of rows) grouped[line.get(row.parameters[y])!][column.get(row.parameters[x])!].push(row);
  return {
    xValues,
    yValues,
    cells: grouped.map((cells) =>
      cells.map((cell) =>
        reduce(
          cell.map(valueOf).filter((value) => value !== null),
          cellValue,
        ),
      ),
    ),
    combinations: grouped.map((cells) => cells.map((cell) => cell.length)),
  };
}

function valuesOf(rows: readonly TriedCombination[], name: string): number[] {
  return [...new Set(rows.map(({ parameters }) => parameters[name]))].sort((a, b) => a - b);
}

function reduce(values: readonly number[], cellValue: CellValue): number | null {
  if (values.length === 0) return null;
  switch (cellValue) {
    case 'maximum':
      return values.reduce((a, b) => Math.max(a, b));
    case 'minimum':
      return values.reduce((a, b) => Math.min(a, b));
    case 'mean':
      return values.reduce((a, b) => a + b) / values.length;
  }
}
