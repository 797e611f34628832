import { api } from '../support/api';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';

interface Figures {
  readonly total_return: number;
  readonly trades: number;
}

interface WalkForward {
  readonly windows: readonly {
    readonly test_start: string;
    readonly best_parameters: Readonly<Record<string, number>>;
    readonly in_sample: Figures;
    readonly out_of_sample: Figures;
  }[];
  readonly summary: {
    readonly trials: number;
    readonly out_of_sample_return: number;
    readonly deflated_sharpe_ratio: number | null;
    readonly probability_of_backtest_overfitting: number | null;
    readonly parameter_stability: Readonly<Record<string, { readonly values: readonly number[] }>>;
  };
  readonly benchmark: { readonly total_return: number };
  readonly verdict: { readonly level: string };
  readonly request: object;
}

const percent = (fraction: number | null) =>
  fraction === null ? '–' : `${(fraction * 100).toFixed(2)}\u00a0%`.replace('-', '−');
const textOf = (parameters: object) =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

describe('a walk-forward', () => {
  it('is submitted, and shows windows, choices, overfitting, trades and report as the service has them', async () => {
    const view = await openConsole('/console/walk-forwards/new');
    const { page } = view;
    await page.getByLabel('Series', { exact: true }).selectOption('us SPX 1d');
    await page.getByLabel('fast', { exact: true }).fill('5, 10');
    await page.getByLabel('slow', { exact: true }).fill('30, 50, 70');
    await page.getByLabel('Number of windows').fill('3');
    await page.getByLabel('Purge').fill('5');
    await page.getByLabel('Training windows').selectOption('anchored');
    await page.getByRole('button', { name: 'Run the walk-forward' }).click();
    await page.waitForURL(/\/console\/walk-forwards\/\d+$/);
    const id = /\d+$/.exec(new URL(page.url()).pathname)![0];
    const path = `/backtesting/walk-forward/${id}`;
    const run = await api.finished<WalkForward & { readonly status: string; readonly mode: string }>(path);
    expect(run.mode).toBe('anchored');
    expect(run.request).toMatchObject({ param_grid: { fast: [5, 10], slow: [30, 50, 70] } });

    await page.getByRole('heading', { name: 'Out of sample', exact: true }).waitFor();
    await view.settled();
    await everyChartHasATable(page);
    expect(await page.locator('[data-verdict]').getAttribute('data-verdict')).toBe(run.verdict.level);
    const summary = await page.getByRole('region', { name: 'Out of sample', exact: true }).textContent();
    expect(summary).toContain(percent(run.summary.out_of_sample_return));
    expect(summary).toContain(`Buy and hold: ${percent(run.benchmark.total_return)}`);

    await page.getByRole('link', { name: 'Windows' }).click();
    await view.settled();
    await everyChartHasATable(page);
    const table = page.getByRole('region', { name: 'In-sample and out-of-sample' }).locator('tbody tr');
    const rows = await table.allTextContents();
    expect(rows).toHaveLength(3);
    for (const [index, window] of run.windows.entries()) {
      expect(rows[index]).toContain(textOf(window.best_parameters));
      expect(rows[index]).toContain(window.test_start.slice(0, 10));
      // Beside each other.
      expect(rows[index]).toContain(
        percent(window.in_sample.total_return) + percent(window.out_of_sample.total_return),
      );
    }
    const stability = await page.getByRole('region', { name: 'Parameter stability' }).textContent();
    for (const { values } of Object.values(run.summary.parameter_stability))
      expect(stability).toContain(values.join(', '));

    await page.getByRole('link', { name: 'Overfitting' }).click();
    const figureOf = (measure: string) => page.locator(`[data-measure=${measure}]`).textContent();
    expect(await figureOf('probability_of_backtest_overfitting')).toBe(
      percent(run.summary.probability_of_backtest_overfitting),
    );
    expect(await figureOf('deflated_sharpe_ratio')).toBe(percent(run.summary.deflated_sharpe_ratio));
    expect(await figureOf('trials')).toBe('6');
    expect(await page.getByText('How to read it.').count()).toBe(6);

    await page.getByRole('link', { name: 'Trades' }).click();
    const { total } = await api.get<{ total: number }>(`${path}/trades?size=1`);
    const list = page.getByRole('group', { name: `Trades of walk-forward ${id}` });
    expect(await list.getAttribute('data-rows')).toBe(String(total));

    await page.getByRole('link', { name: 'Report' }).click();
    const { metrics } = await api.get<{ metrics: { cagr: number } }>(`${path}/report`);
    const measures = page.getByRole('region', { name: 'Measures of the tests as one account' });
    await measures.waitFor();
    expect(await measures.textContent()).toContain(percent(metrics.cagr));

    await page.getByRole('link', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Identical.').waitFor();
  });

  it('has the windows of a length, and says what the service refuses of it', async () => {
    const view = await openConsole('/console/walk-forwards/new', { theme: 'dark', width: 390 });
    const { page } = view;
    view.expectProblem(422, '/api/v1/backtesting/walk-forward');
    await page.getByRole('combobox', { name: 'Windows', exact: true }).selectOption('length');
    await page.getByLabel('Training', { exact: true }).fill('0');
    await page.getByLabel('Test', { exact: true }).fill('a year');
    await page.getByRole('button', { name: 'Run the walk-forward' }).click();
    await page.getByText('must be an integer from 1 to 36500').first().waitFor();
    for (const label of ['Training', 'Test'])
      expect(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true');
  });
});
