import type { ReactNode } from 'react';

interface ChartTableProps {
  /** The name of the chart. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The figures of a chart as a table, for who cannot see it. */
export function ChartTable({ label, children }: ChartTableProps) {
  return (
    <details className="chart-table" data-chart-table={label}>
      <summary>{label}: as a table</summary>
      {children}
    </details>
  );
}
