import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';
import { downloadedText } from '../support/download';
import { eventually } from '../support/eventually';

const SERIES = { exchange: 'example', symbol: 'RUNS-PAGE/USDT', interval: '1d' } as const;
const REQUEST = {
  ...SERIES,
  strategy_name: 'sma_cross',
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};
const LIST = `/console/runs?${new URLSearchParams({ symbol: SERIES.symbol }).toString()}`;

interface Run {
  readonly id: number;
}

interface Comparison {
  readonly runs: readonly { readonly measures: { readonly sharpe_ratio: number } }[];
  readonly correlations: { readonly coefficients: readonly (readonly (number | null)[])[] };
}

let runs: readonly [Run, Run, Run];

describe('the page of runs', () => {
  beforeAll(async () => {
    await api.uploadCandles(SERIES, waveOfCandles({ count: 366 }));
    const backtest = (fast: number, slow: number) => api.backtest({ ...REQUEST, parameters: { fast, slow } });
    runs = [await backtest(5, 20), await backtest(10, 30), await backtest(3, 12)];
  });

  it('filters by the address, sorts by a measure, and answers the list as CSV', async () => {
    const view = await openConsole(LIST);
    const { page } = view;
    const rows = page.getByRole('table').locator('tbody tr:not([aria-hidden])');
    await eventually(async () => expect(await rows.count()).toBe(3));

    await page.getByRole('button', { name: /^Sharpe ratio/ }).click();
    await page.waitForURL(/sort=sharpe_ratio&order=desc|order=desc&sort=sharpe_ratio/);
    const { items } = await api.get<{ items: [Run, ...Run[]] }>(
      `/backtesting/runs?${new URLSearchParams({ symbol: SERIES.symbol, sort: 'sharpe_ratio' }).toString()}`,
    );
    await eventually(async () => {
      const shown = await rows.getByRole('link').allTextContents();
      expect(shown).toEqual(items.map(({ id }) => `Backtest ${id}`));
    });

    const csv = await downloadedText(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
    const lines = csv.trim().split('\n');
    expect(lines).toHaveLength(1 + runs.length);
    expect(lines[1]).toContain(`,${items[0].id},`);
    await axe(view);
  });

  it('says beside the field what a filter allows', async () => {
    const view = await openConsole(LIST);
    const { page } = view;
    view.expectProblem(422, '/api/v1/backtesting/runs');
    await page.getByText('More filters').click();
    await page.getByLabel('At least').fill('beauty:1');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await eventually(async () => {
      expect(await page.getByLabel('At least').getAttribute('aria-invalid')).toBe('true');
    });
  });

  it('tags the selected runs, compares them, and deletes one by a DELETE that it announces', async () => {
    const view = await openConsole(LIST);
    const { page } = view;
    for (const { id } of runs.slice(0, 2))
      await page.getByLabel(`Select Backtest ${id}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByRole('dialog').getByLabel('Tag').fill('both');
    await page.getByRole('dialog').getByRole('button', { name: 'Add it' }).click();
    await eventually(async () => expect(await page.getByRole('cell', { name: 'both' }).count()).toBe(2));
    expect(await api.get(`/backtesting/runs/backtest/${runs[0].id}/labels`)).toMatchObject({
      tags: ['both'],
    });

    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Compare runs', level: 1 }).waitFor();
    const settings = page.getByRole('region', { name: 'Settings that differ' });
    await settings.getByRole('row', { name: 'parameters.fast 5 10' }).waitFor();
    await settings.getByRole('row', { name: 'parameters.slow 20 30' }).waitFor();
    await view.settled();
    const { runs: compared, correlations } = await api.get<Comparison>(
      `/backtesting/compare?runs=backtest:${runs[0].id},backtest:${runs[1].id}`,
    );
    const correlation = page.getByRole('table', { name: 'Correlation of the daily returns' });
    const coefficient = correlations.coefficients[0]![1]!.toFixed(3).replace('-', '−');
    expect(await correlation.getByRole('row').nth(1).getByRole('cell').nth(2).textContent()).toBe(
      coefficient,
    );
    const sharpe = page
      .getByRole('table', { name: 'Measures of each run' })
      .getByRole('row', { name: /^Sharpe ratio/ });
    expect(await sharpe.locator('.number').allTextContents()).toEqual(
      compared.map(({ measures }) => measures.sharpe_ratio.toFixed(3).replace('-', '−')),
    );
    await everyChartHasATable(page);
    await axe(view);

    await page.goBack();
    await page.getByLabel(`Select Backtest ${runs[2].id}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Delete the selected' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('DELETE');
    await dialog.getByRole('button', { name: 'Delete the run' }).click();
    await eventually(async () => {
      expect(await page.getByLabel(`Select Backtest ${runs[2].id}`, { exact: true }).count()).toBe(0);
    });
    const { total } = await api.get<{ total: number }>(
      `/backtesting/runs?${new URLSearchParams({ symbol: SERIES.symbol }).toString()}`,
    );
    expect(total).toBe(2);
  });
});
