import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { newConsole, openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';
import { token } from '../support/run';

const MEMBERS = ['A', 'B', 'C'].map((name) => ({
  exchange: 'example',
  symbol: `PORTFOLIO-PAGE-${name}/USDT`,
}));
const RUN = {
  universe: MEMBERS,
  interval: '1d',
  start_date: '2023-03-01',
  end_date: '2023-12-31',
  weights: { method: 'inverse_volatility', lookback: 20 },
  execution: { initial_capital: '5000' },
};

interface Report {
  readonly verdict: { readonly level: string; readonly reasons: readonly { readonly sentence: string }[] };
  readonly warnings: readonly string[];
  readonly metrics: Readonly<Record<string, number>>;
  readonly benchmark: Readonly<Record<string, number>>;
  readonly relative: Readonly<Record<string, number>>;
  readonly contributions: readonly { readonly symbol: string; readonly contribution: number }[];
  readonly correlations: { readonly coefficients: readonly (readonly number[])[] };
  readonly rebalances: number;
  readonly fingerprint: { readonly candles_sha256: string };
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

const signed = (text: string) => text.replace('-', '−');
const percent = (value: number) => `${signed((value * 100).toFixed(2))}\u00a0%`;
const signedPercent = (value: number) => (value > 0 ? '+' : '') + percent(value);

describe('the page of a portfolio run', () => {
  let id: number;
  let path: string;
  let report: Report;

  beforeAll(async () => {
    // The same wave, begun on other days: the members move at different times.
    for (const [index, member] of MEMBERS.entries()) {
      const start = `2022-0${index * 2 + 5}-07T00:00:00Z`;
      await api.uploadCandles(
        { ...member, interval: '1d' },
        waveOfCandles({ start, interval: '1d', count: 620 }),
      );
    }
    ({ id } = await api.portfolio(RUN));
    path = `/console/portfolios/${id}`;
    report = await api.get<Report>(`/backtesting/portfolio/${id}/report`);
  });

  it('says the verdict first, then the measures beside those of the benchmark, and what each member added', async () => {
    const view = await openConsole(path);
    const { page } = view;
    expect(await page.locator('section h2').first().textContent()).toBe('Verdict');
    const verdict = page.locator(`[data-verdict="${report.verdict.level}"]`);
    for (const { sentence } of report.verdict.reasons)
      expect((await verdict.textContent())!.toLowerCase()).toContain(sentence.toLowerCase());
    await page.getByText(/^Survivorship bias: no member has dates/).waitFor();
    for (const name of ['total_return', 'max_drawdown']) {
      const cells = await page.locator(`[data-measure="${name}"] .number`).allTextContents();
      expect(cells).toEqual([report.metrics[name]!, report.benchmark[name]!].map(percent));
    }
    await page.getByText('Against the universe at equal weights: ', { exact: false }).waitFor();
    expect(await page.locator('[data-measure="alpha"] .number').textContent()).toBe(
      percent(report.relative.alpha!),
    );

    const contribution = page.getByRole('region', { name: 'Contribution by series' });
    await contribution.getByText(/as a table$/).click();
    for (const { symbol, contribution: value } of report.contributions)
      expect(await contribution.getByRole('row', { name: symbol }).textContent()).toContain(
        signedPercent(value),
      );
    const correlation = page.getByRole('table', { name: 'Correlation of the daily returns' });
    const [, coefficient] = report.correlations.coefficients[0]!;
    expect(await correlation.locator('tbody tr').first().locator('td').nth(1).textContent()).toBe(
      signed(coefficient!.toFixed(2)),
    );
    await everyChartHasATable(page, { atLeast: 4 });
    await axe(view);
  });

  it('shows the weights over time and the turnover of each rebalance, each with a table', async () => {
    const view = await openConsole(`${path}?tab=weights`, { theme: 'dark', width: 390 });
    const { page } = view;
    const { total, items } = await api.get<Page<{ target: number; symbol: string }>>(
      `/backtesting/portfolio/${id}/weights?size=1`,
    );
    await page.locator(`[data-rows="${total}"]`).waitFor();
    const first = page.locator('tr[aria-rowindex="2"]');
    await eventually(async () => {
      expect(await first.textContent()).toContain(items[0]!.symbol + percent(items[0]!.target));
    });
    const { rebalances } = await api.get<{ rebalances: { weights: number[]; turnover: number }[] }>(
      `/backtesting/portfolio/${id}/rebalances`,
    );
    const over = page.getByRole('region', { name: 'Weights over time' });
    expect(await over.locator('svg g').count()).toBe(report.rebalances);
    await over.getByText('Weights over time: as a table').click();
    const cells = over.getByRole('table').locator('tbody tr').first().locator('.number');
    expect((await cells.allTextContents()).slice(0, 3)).toEqual(rebalances[0]!.weights.map(percent));
    await page.getByText('Turnover of each rebalance: as a table').click();
    const turnover = page.getByRole('table', { name: /^Rebalances/ });
    expect(await turnover.getByRole('row').nth(1).textContent()).toContain(percent(rebalances[0]!.turnover));
    await everyChartHasATable(page, { atLeast: 2 });
    await axe(view);
  });

  it('narrows the trades to those of a series', async () => {
    const { page } = await openConsole(`${path}?tab=trades`);
    const { symbol } = MEMBERS[1]!;
    await page.getByLabel('Symbol').fill(symbol);
    await page.getByLabel('Exit by').selectOption('rebalance');
    const { total } = await api.get<Page<object>>(
      `/backtesting/portfolio/${id}/trades?${new URLSearchParams({ symbol, exit_reason: 'rebalance' })}`,
    );
    await page.locator(`[data-rows="${total}"]`).waitFor();
    await eventually(async () => {
      const first = await page.locator('tr[aria-rowindex="2"]').textContent();
      expect(first).toContain(`example ${symbol}`);
    });
  });

  it('shows what the run can be repeated from, and repeats it', async () => {
    const view = await openConsole(`${path}?tab=execution`);
    const { page } = view;
    await page.getByText(report.fingerprint.candles_sha256).waitFor();
    expect(await page.getByLabel('Allocation', { exact: true }).last().textContent()).toContain(
      '"lookback": 20',
    );
    await page.getByText(/^Passed: \d+ repetitions/).waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Identical.').waitFor();
    await axe(view);
  });

  it('is in the list of runs, compared with others, and named', async () => {
    const { id: other } = await api.portfolio({ ...RUN, weights: { method: 'equal' } });
    const { page } = await openConsole(path);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('by <i>risk</i>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'by <i>risk</i>' }).waitFor();

    const view = await openConsole('/console/runs?kind=portfolio');
    for (const name of [`Portfolio run ${id}`, `Portfolio run ${other}`])
      await view.page.getByLabel(`Select ${name}`, { exact: true }).check();
    await view.page.getByRole('link', { name: 'Compare' }).click();
    const settings = view.page.getByRole('region', { name: 'Settings that differ' });
    await settings.getByText('weights.method').waitFor();
    await view.page
      .getByRole('link', { name: `Portfolio run ${id}: by <i>risk</i>` })
      .first()
      .click();
    await view.page.waitForURL(`**${path}`);
  });

  it('is followed until it is over, and cancelled by deleting it', async () => {
    const { id: followed } = await api.portfolio(RUN);
    const view = await newConsole();
    const { page } = view;
    let status = 'running';
    // A run of this size is over too soon to be met.
    await page.route(`**/portfolio/${followed}/report`, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as object;
      await route.fulfill({ response, json: status === 'running' ? { ...json, status } : json });
    });
    await view.open(`/console/portfolios/${followed}#token=${token}`);
    await page.getByRole('progressbar', { name: 'The run is under way' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`DELETE /api/v1/backtesting/portfolio/${followed}`).waitFor();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    status = 'completed';
    await page.getByRole('heading', { name: 'Verdict' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete it' }).click();
    await page.waitForURL('**/console/runs');
    await expect(api.get(`/backtesting/portfolio/${followed}`)).rejects.toThrow('404');
  });

  it('says why a run failed, and leads to the same request', async () => {
    const failed = await api.post<{ id: number }>('/backtesting/portfolio', {
      ...RUN,
      start_date: '2001-01-01',
      end_date: '2001-12-31',
    });
    await api.finished(`/backtesting/portfolio/${failed.id}`);
    const { detail } = await api.get<{ detail: string }>(`/backtesting/portfolio/${failed.id}/report`);
    const view = await openConsole(`/console/portfolios/${failed.id}`);
    expect(await view.page.getByRole('alert').textContent()).toContain(detail);
    await axe(view);
    await view.page.getByRole('link', { name: 'submit it again' }).click();
    await view.page.getByText('As JSON', { exact: true }).click();
    const json = await view.page.getByLabel('The request as JSON').textContent();
    expect(JSON.parse(json!)).toEqual({ ...RUN, start_date: '2001-01-01', end_date: '2001-12-31' });
  });
});
