import { api, ApiAnswerError } from '../support/api';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';

const SERIES = { exchange: 'us', symbol: 'SPX', interval: '1d' };
const DAYS = { start_date: '2010-01-04', end_date: '2020-04-17' };
const PATH = '/backtesting/sweep';

interface Combination {
  readonly parameters: { readonly fast: number; readonly slow: number };
  readonly trades: number;
}

interface Sweep {
  readonly id: number;
  readonly status: string;
  readonly best: Combination;
  readonly combinations: readonly Combination[];
  readonly verdict: { readonly level: string };
  readonly overfitting: { readonly probability: number };
  readonly significance: { readonly deflated_sharpe_ratio: number };
}

interface Matrix {
  readonly x: { readonly values: readonly number[] };
  readonly y: { readonly values: readonly number[] };
  readonly cells: readonly (readonly (number | null)[])[];
}

const percent = (fraction: number) => `${(fraction * 100).toFixed(2)}\u00a0%`;

describe('a sweep', () => {
  it('is submitted, judged, seen as a heat map, verified, and deleted', async () => {
    const view = await openConsole('/console/sweeps/new');
    const { page } = view;
    await page.getByLabel('Series', { exact: true }).selectOption('us SPX 1d');
    await page.getByLabel('First day').fill(DAYS.start_date);
    await page.getByLabel('fast', { exact: true }).fill('5, 10, 15');
    await page.getByLabel('slow', { exact: true }).fill('30 to 90 step 30');
    await page.getByText('9 combinations').waitFor();
    await page.getByRole('button', { name: 'Run the sweep' }).click();
    await page.waitForURL(/\/console\/sweeps\/\d+$/);
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)![0]);
    const sweep = await api.finished<Sweep>(`${PATH}/${id}`);
    await page.getByRole('heading', { name: 'Best combination' }).waitFor();
    await view.settled();
    await everyChartHasATable(page);

    expect(await page.locator('[data-verdict]').getAttribute('data-verdict')).toBe(sweep.verdict.level);
    const figureOf = (measure: string) => page.locator(`[data-measure=${measure}]`).textContent();
    expect(await figureOf('probability_of_backtest_overfitting')).toBe(
      percent(sweep.overfitting.probability),
    );
    expect(await figureOf('deflated_sharpe_ratio')).toBe(percent(sweep.significance.deflated_sharpe_ratio));

    // The best one is marked; then another one that is chosen.
    const { fast, slow } = sweep.best.parameters;
    const chosenCell = page.locator('.heat-map td', { hasText: '(chosen)' });
    const cellAt = async () => ({
      row: await chosenCell.locator('xpath=../th').textContent(),
      column: await page
        .locator('.heat-map thead th')
        .nth(await chosenCell.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex))
        .textContent(),
    });
    expect(await cellAt()).toEqual({ row: String(slow), column: String(fast) });
    const other = sweep.combinations.find(({ parameters }) => parameters.fast !== fast)!.parameters;
    const named = `fast ${other.fast}, slow ${other.slow}`;
    await page.getByRole('button', { name: `Mark ${named} in the heat map` }).click();
    expect(await cellAt()).toEqual({ row: String(other.slow), column: String(other.fast) });

    await page.getByLabel('Measure').selectOption('trades');
    const { x, y, cells } = await api.get<Matrix>(`${PATH}/${id}/matrix?x=fast&y=slow&measure=trades`);
    const rows = y.values.map((value, row) => [value, ...cells[row]!].join(' '));
    await eventually(async () => {
      const shown = await page
        .locator('.heat-map tbody tr')
        .evaluateAll((lines) =>
          lines.map((line) =>
            [...line.children].map((cell) => cell.textContent.replace(' (chosen)', '')).join(' '),
          ),
        );
      expect(shown).toEqual(rows);
    });
    expect(x.values).toEqual([5, 10, 15]);

    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Identical.').waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText(`DELETE /api/v1/backtesting/sweep/${id}`).waitFor();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.waitForURL('**/console/runs');
    await expect(api.get(`${PATH}/${id}`)).rejects.toThrow(ApiAnswerError);
  });

  it('leads from a combination to its backtest, with the settings of the sweep', async () => {
    const { id, best } = (await api.sweep({
      ...SERIES,
      ...DAYS,
      strategy_name: 'sma_cross',
      execution: { initial_capital: '5000', slippage_bps: 3 },
      param_grid: { fast: [5, 10], slow: [30, 50] },
    })) as Sweep;
    const { page } = await openConsole(`/console/sweeps/${id}`, { theme: 'dark', width: 390 });
    await page.getByRole('link', { name: 'Run it as a backtest', exact: true }).click();
    await page.getByLabel('fast', { exact: true }).waitFor();
    await page.getByText('As JSON', { exact: true }).click();
    expect(JSON.parse((await page.getByLabel('The request as JSON').textContent())!)).toEqual({
      strategy_name: 'sma_cross',
      ...SERIES,
      ...DAYS,
      parameters: best.parameters,
      execution: { initial_capital: '5000', slippage_bps: 3 },
    });
  });

  it('shows how far it is, and is cancelled by deleting it', async () => {
    const { id } = await api.post<Sweep>(PATH, {
      ...SERIES,
      ...DAYS,
      start_date: '2000-01-03',
      strategy_name: 'sma_cross',
      // Long enough to be met while it runs.
      param_grid: { fast: { min: 1, max: 90, step: 1 }, slow: { min: 101, max: 200, step: 1 } },
    });
    const { page } = await openConsole(`/console/sweeps/${id}`);
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('A run is cancelled by deleting it').waitFor();
    await page.getByRole('button', { name: 'Cancel and delete it' }).click();
    await page.waitForURL('**/console/runs');
    await expect(api.get(`${PATH}/${id}`)).rejects.toThrow(ApiAnswerError);
  });
});
