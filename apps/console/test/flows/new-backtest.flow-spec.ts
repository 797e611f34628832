import type { Page } from 'playwright-core';
import { api } from '../support/api';
import { type ConsolePage, openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';
import { token } from '../support/run';

const FORM = '/console/backtests/new';
const PATH = '/api/v1/backtesting';

interface Report {
  readonly status: string;
  readonly parameters: object;
  readonly execution: object;
  readonly start_date: string;
  readonly end_date: string;
  readonly strategy_name: string;
}

/** What is said of a control by hint and error. */
function saidOf(page: Page, label: string): Promise<string> {
  return page.getByLabel(label, { exact: true }).evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}

/** Lets a run fail later than in the second that the form waits for it, before it leads to the run: on a machine that others use, too. */
async function waitForFailures(page: Page): Promise<void> {
  await page.route(`**${PATH}`, (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'wait=50' } }),
  );
}

/** Submits the form, and answers the id of the run whose page it leads to. */
async function submit({ page }: ConsolePage): Promise<string> {
  await page.getByRole('button', { name: 'Run the backtest' }).click();
  await page.waitForURL(/\/console\/backtests\/\d+$/);
  return /\d+$/.exec(new URL(page.url()).pathname)![0];
}

describe('the form of a new backtest', () => {
  it('is made of what the service offers, and sends what was filled in', async () => {
    const view = await openConsole(FORM);
    const { page } = view;
    await page.getByLabel('Series', { exact: true }).selectOption('us SPX 1d');
    // All that is stored of the sample.
    expect(await page.getByLabel('First day').inputValue()).toBe('2000-01-03');
    expect(await page.getByLabel('Last day').getAttribute('max')).toBe('2020-04-17');

    const { strategies } = await api.get<{ strategies: { name: string; parameters: object }[] }>(
      '/backtesting/strategies',
    );
    const names = strategies.map(({ name }) => name);
    const offered = await page
      .getByRole('combobox', { name: 'Strategy', exact: true })
      .locator('option')
      .allTextContents();
    expect(offered).toEqual(expect.arrayContaining(names));

    await page.getByRole('combobox', { name: 'Strategy', exact: true }).selectOption('rsi_reversion');
    const { parameters } = strategies.find(({ name }) => name === 'rsi_reversion')!;
    for (const name of Object.keys(parameters)) await page.getByLabel(name, { exact: true }).waitFor();
    expect(await saidOf(page, 'period')).toContain('Integer from 2 to 2,000; default 14');
    await page.getByLabel('period', { exact: true }).fill('7');
    await page.getByLabel('First day').fill('2015-01-02');
    await page.getByLabel('Slippage').fill('2');
    await page.getByText('Sizing, stops, leverage, market and funding').click();
    await page.getByLabel('Stop-loss distance').fill('0.05');

    const request = {
      strategy_name: 'rsi_reversion',
      exchange: 'us',
      symbol: 'SPX',
      interval: '1d',
      start_date: '2015-01-02',
      end_date: '2020-04-17',
      parameters: { period: 7 },
      execution: { slippage_bps: 2, stop_loss: { fraction: 0.05 } },
    };
    await page.getByText('As JSON', { exact: true }).click();
    const json = await page.getByLabel('The request as JSON').textContent();
    expect(JSON.parse(json!)).toEqual(request);
    await page.getByText('As a curl command').click();
    const curl = await page.getByLabel('The request as a curl command').textContent();
    expect(curl).toContain('Bearer $TOKEN');
    expect(curl).not.toContain(token);

    const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith(PATH));
    const id = await submit(view);
    expect(JSON.parse((await sent).postData()!)).toEqual(request);
    expect(await (await sent).headerValue('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    const report = await api.get<Report>(`/backtesting/${id}/report`);
    const { strategy_name, start_date, end_date, parameters: given, execution } = request;
    expect(report).toMatchObject({ strategy_name, start_date, end_date, parameters: given, execution });

    // Back in the form, and in that of a new one like it, is what was sent.
    const period = page.getByLabel('period', { exact: true });
    await page.goBack();
    expect(await period.inputValue()).toBe('7');
    await view.open(`/console/backtests/${id}`);
    await page.getByRole('link', { name: 'New one like this' }).click();
    await page.getByText('As JSON', { exact: true }).click();
    expect(JSON.parse((await page.getByLabel('The request as JSON').textContent())!)).toEqual(request);
  });

  it('copies the request, and says where the browser does not let it', async () => {
    const view = await openConsole(FORM);
    const { page } = view;
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByText('As JSON', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy JSON', exact: true }).click();
    await page.getByText('The browser does not let the page copy').waitFor();
  });

  it('shows what the service refuses beside its fields', async () => {
    const view = await openConsole(FORM, { theme: 'dark', width: 390 });
    const { page } = view;
    view.expectProblem(422, PATH);
    await page.getByLabel('Initial capital').fill('-1');
    await page.getByLabel('Slippage').fill('many');
    await page.getByText('Sizing, stops, leverage, market and funding').click();
    await page.getByLabel('Stop-loss distance').fill('2');
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.getByRole('alert').waitFor();
    expect(await saidOf(page, 'Initial capital')).toContain('must be a decimal string above 0');
    expect(await saidOf(page, 'Slippage')).toContain('must be a number from 0 to 1000');
    expect(await saidOf(page, 'Stop-loss distance')).toContain('must be a number above 0 and below 1');
    expect(await page.getByLabel('Leverage').getAttribute('aria-invalid')).toBeNull();
  });

  it('shows what a strategy refuses beside its parameters, and then runs', async () => {
    const view = await openConsole(`${FORM}?strategy_name=sma_cross`);
    const { page } = view;
    await waitForFailures(page);
    await page.getByLabel('Series', { exact: true }).selectOption('us SPX 1d');
    await page.getByLabel('fast', { exact: true }).fill('ten');
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await eventually(async () =>
      expect(await saidOf(page, 'fast')).toContain(
        'must be an integer from 1 to 1999 (default 10), got "ten"',
      ),
    );
    await page.getByLabel('fast', { exact: true }).fill('20');
    const id = await submit(view);
    expect(await api.get<Report>(`/backtesting/${id}/report`)).toMatchObject({ parameters: { fast: 20 } });
  });

  it('takes custom rules as JSON, with what is wrong in them beside', async () => {
    const view = await openConsole(`${FORM}?strategy_name=custom`);
    const { page } = view;
    await waitForFailures(page);
    await page.getByLabel('Series', { exact: true }).selectOption('us SPX 1d');
    const label = 'Parameters with the rules, as JSON';
    const rules = page.getByLabel(label);
    const written = await rules.inputValue();
    await rules.fill('{');
    expect(await saidOf(page, label)).toContain('is no JSON');
    await rules.fill(written.replaceAll('"close"', '"cls"'));
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await eventually(async () => expect(await saidOf(page, label)).toContain('unknown column "cls"'));
    await rules.fill(written);
    const id = await submit(view);
    const { parameters } = await api.get<Report>(`/backtesting/${id}/report`);
    expect(parameters).toEqual(JSON.parse(written));
  });
});
