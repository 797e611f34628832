import type { ReportedMetrics, WalkForwardFigures } from './main-job';

const UNDEFINED = 'undefined';

export interface ReportColumn {
  readonly title: string;
  readonly metrics: ReportedMetrics;
}

/** One line per measure, numbers aligned to the right. */
export function renderReportTable(columns: readonly ReportColumn[]): string {
  const line = (label: string, show: (metrics: ReportedMetrics) => string) => [
    label,
    ...columns.map(({ metrics }) => show(metrics)),
  ];
  const lines: string[][] = [
    ['', ...columns.map(({ title }) => title)],
    line('Total return', (metrics) => percent(metrics.total_return)),
    line('Sharpe ratio (annualised)', (metrics) => ratio(metrics.sharpe_ratio)),
    line('Max drawdown', (metrics) => percent(metrics.max_drawdown)),
    line('Trades', (metrics) => String(metrics.trades)),
  ];
  return renderLines(lines);
}

export function renderWalkForwardTable(summary: WalkForwardFigures): string {
  return renderLines([
    ['', 'walk-forward'],
    ['Windows', String(summary.windows)],
    ['Out-of-sample return', percent(summary.out_of_sample_return)],
    ['Out-of-sample Sharpe ratio', ratio(summary.out_of_sample_sharpe)],
    ['Walk-forward efficiency', ratio(summary.walk_forward_efficiency)],
    ['Deflated Sharpe ratio', percent(summary.deflated_sharpe_ratio)],
    ['Probability of overfitting', percent(summary.probability_of_backtest_overfitting)],
  ]);
}

/** Titles, a rule, and a line for each row. */
function renderLines(lines: readonly (readonly string[])[]): string {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const rule = `  ${'─'.repeat(widths.reduce((total, width) => total + width + 3, -3))}`;
  const text = lines.map(([label, ...cells]) =>
    ['', label.padEnd(widths[0]), ...cells.map((cell, index) => ` ${cell.padStart(widths[index + 1])}`)].join(
      '  ',
    ),
  );
  return [text[0], rule, ...text.slice(1)].join('\n');
}

function percent(fraction: number | null): string {
  return fraction === null ? UNDEFINED : `${(fraction * 100).toFixed(2)} %`;
}

function ratio(value: number | null): string {
  return value === null ? UNDEFINED : value.toFixed(3);
}
