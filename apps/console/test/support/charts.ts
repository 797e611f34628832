import type { Page } from 'playwright-core';

/** Each `[data-chart]` has a `[data-chart-table]` in the same figure or section, with rows, that one can reach: shown, or in a <details>. */
export async function everyChartHasATable(
  page: Page,
  { atLeast = 1 }: { readonly atLeast?: number } = {},
): Promise<void> {
  const { charts, without } = await page.evaluate(findCharts);
  expect(without).toEqual([]);
  expect(charts).toBeGreaterThanOrEqual(atLeast);
}

function findCharts(): { charts: number; without: string[] } {
  const isReachable = (table: Element) => {
    // Opening a closed <details> shows what is in it.
    const closed = table.closest('details:not([open])');
    if (closed) return closed.querySelector('summary') !== null && closed.checkVisibility();
    return table.checkVisibility() && table.closest('[aria-hidden="true"]') === null;
  };
  const hasTable = (chart: Element) => {
    const around = chart.closest('figure, section, [data-chart-frame]') ?? chart.parentElement;
    const tables = [...(around?.querySelectorAll('[data-chart-table]') ?? [])];
    return tables.some(
      (table) => table.querySelector('th, [role="columnheader"]') !== null && isReachable(table),
    );
  };
  const charts = [...document.querySelectorAll('[data-chart]')];
  const nameOf = (chart: Element) => chart.getAttribute('data-chart') || chart.outerHTML.slice(0, 120);
  return { charts: charts.length, without: charts.filter((chart) => !hasTable(chart)).map(nameOf) };
}
