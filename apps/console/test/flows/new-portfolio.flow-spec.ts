import type { Page } from 'playwright-core';
import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { openConsole } from '../support/console-page';
import { token } from '../support/run';

const FORM = '/console/portfolios/new';
const PATH = '/api/v1/backtesting/portfolio';
const MEMBERS = ['A', 'B', 'C'].map((name) => ({
  exchange: 'example',
  symbol: `NEW-PORTFOLIO-${name}/USDT`,
}));
const DAYS = { start_date: '2023-02-01', end_date: '2023-11-30' };
const TEXT = MEMBERS.map(({ exchange, symbol }) => `${exchange}, ${symbol}`).join('\n');

async function requestOf(page: Page): Promise<object> {
  return JSON.parse((await page.getByLabel('The request as JSON').textContent())!) as object;
}

/** What is said of a control by its error and hint. */
function saidOf(page: Page, label: string): Promise<string> {
  return page
    .getByLabel(label, { exact: true })
    .last()
    .evaluate((control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
}

async function fillRange(page: Page, members = TEXT): Promise<void> {
  await page.getByLabel('Interval').selectOption('1d');
  await page.getByLabel('First day').fill(DAYS.start_date);
  await page.getByLabel('Last day').fill(DAYS.end_date);
  await page.getByLabel('Members', { exact: true }).fill(members);
  await page.getByText('As JSON', { exact: true }).click();
}

/** Submits the form, and answers the id of the run whose page it leads to. */
async function submit(page: Page, button: string, pages: string): Promise<string> {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(new RegExp(`/console/${pages}/\\d+$`));
  return /\d+$/.exec(new URL(page.url()).pathname)![0];
}

describe('the form of a new portfolio run', () => {
  beforeAll(async () => {
    for (const [index, member] of MEMBERS.entries()) {
      const start = `2022-0${index * 2 + 5}-07T00:00:00Z`;
      await api.uploadCandles(
        { ...member, interval: '1d' },
        waveOfCandles({ start, interval: '1d', count: 620 }),
      );
    }
  });

  it('sends weights of members that are listed, as it shows them', async () => {
    const view = await openConsole(FORM);
    const { page } = view;
    await fillRange(page, '');
    await page.getByLabel('Add a stored series').selectOption(`example ${MEMBERS[0]!.symbol} 1d`);
    const listed = page.getByLabel('Members', { exact: true });
    await listed.fill(`${await listed.inputValue()}, 2022-07-01\n${TEXT.split('\n').slice(1).join('\n')}`);
    await page.getByLabel('Method').selectOption('inverse_volatility');
    await page.getByLabel('Lookback of the weights').fill('30');
    await page.getByLabel('Largest weight').fill('0.5');
    await page.getByLabel('Rebalance', { exact: true }).selectOption('bars');
    await page.getByLabel('Bars between rebalances').fill('20');
    await page.getByLabel('Benchmark symbol').fill(MEMBERS[2]!.symbol);
    await page.getByLabel('Slippage').fill('2');
    const request = {
      universe: [{ ...MEMBERS[0]!, from: '2022-07-01' }, ...MEMBERS.slice(1)],
      interval: '1d',
      ...DAYS,
      weights: { method: 'inverse_volatility', lookback: 30, max_weight: 0.5 },
      rebalance: { bars: 20 },
      benchmark: { symbol: MEMBERS[2]!.symbol },
      execution: { slippage_bps: 2 },
    };
    expect(await requestOf(page)).toEqual(request);
    await page.getByText('As a curl command').click();
    const curl = await page.getByLabel('The request as a curl command').textContent();
    expect(curl).toContain('Bearer $TOKEN');
    expect(curl).not.toContain(token);
    await axe(view);

    const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith(PATH));
    const id = await submit(page, 'Run the portfolio', 'portfolios');
    expect(JSON.parse((await sent).postData()!)).toEqual(request);
    expect(await (await sent).headerValue('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    await api.finished(`/backtesting/portfolio/${id}`);
    expect(await api.get(`/backtesting/portfolio/${id}/report`)).toMatchObject({
      status: 'completed',
      requested: { weights: request.weights, rebalance: { bars: 20 } },
    });
  });

  it('sends a ranking of a stored universe, given weights, and rules', async () => {
    await api.put('/universes/new-portfolio', { members: MEMBERS });
    const { page } = await openConsole(`${FORM}?universe=new-portfolio`, { theme: 'dark', width: 390 });
    await page.getByLabel('First day').fill(DAYS.start_date);
    await page.getByLabel('Last day').fill(DAYS.end_date);
    await page.getByLabel('Interval').selectOption('1d');
    await page.getByText('As JSON', { exact: true }).click();
    await page.getByLabel('Allocation', { exact: true }).last().selectOption('ranking');
    await page.getByLabel('Momentum lookback').fill('40');
    await page.getByLabel('Highest held long').fill('2');
    await page.getByLabel('Rebalance every').selectOption('weekly');
    const shared = { universe: 'new-portfolio', interval: '1d', ...DAYS };
    expect(await requestOf(page)).toEqual({
      ...shared,
      ranking: { by: { momentum: { lookback: 40 } }, top: 2, weights: { method: 'equal' } },
      rebalance: { every: 'weekly' },
    });

    await page.getByLabel('Allocation', { exact: true }).last().selectOption('weights');
    await page.getByLabel('Method').selectOption('given');
    await page.getByLabel('Weights of the members').fill(`${MEMBERS[0]!.symbol}, 0.25`);
    expect(await requestOf(page)).toMatchObject({
      weights: { method: 'given', values: [{ symbol: MEMBERS[0]!.symbol, weight: 0.25 }] },
    });

    await page.getByLabel('Allocation', { exact: true }).last().selectOption('rules');
    await page.getByLabel('fast', { exact: true }).fill('5');
    await page.getByLabel('Most open positions').fill('2');
    expect(await requestOf(page)).toEqual({
      ...shared,
      rules: { strategy_name: 'sma_cross', parameters: { fast: 5 }, max_open_positions: 2 },
    });
    const id = await submit(page, 'Run the portfolio', 'portfolios');
    const { status } = await api.finished<{ status: string }>(`/backtesting/portfolio/${id}`);
    expect(status).toBe('completed');
    await page.getByRole('link', { name: 'Weights' }).click();
    await page.getByText('there are no rebalances', { exact: false }).waitFor();
  });

  it('shows what the service refuses beside its fields', async () => {
    const view = await openConsole(FORM);
    const { page } = view;
    await fillRange(page, `${TEXT}\n${TEXT}`);
    view.expectProblem(422, PATH);
    await page.getByLabel('Largest weight').fill('2');
    await page.getByLabel('Rebalance', { exact: true }).selectOption('drift');
    await page.getByLabel('Drift').fill('many');
    await page.getByRole('button', { name: 'Run the portfolio' }).click();
    await page.getByRole('alert').waitFor();
    expect(await saidOf(page, 'Members')).toContain('member 4');
    await page.getByLabel('Members', { exact: true }).fill(TEXT);
    await page.getByRole('button', { name: 'Run the portfolio' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[aria-invalid]').length === 2);
    expect(await saidOf(page, 'Largest weight')).toContain('must be');
    expect(await saidOf(page, 'Drift')).toContain('must be');
  });

  it('sends a sweep of settings, whose combination leads to a run with it', async () => {
    const { page } = await openConsole(FORM);
    await page.getByLabel('What to run').selectOption('sweep');
    await fillRange(page);
    await page.getByLabel('Method').selectOption('inverse_volatility');
    await page.getByLabel('Settings and their values').fill('weights.lookback: 10, 20\nweights.cash: 0, 0.2');
    await page.getByLabel('Least trades').fill('0');
    expect(await requestOf(page)).toMatchObject({
      weights: { method: 'inverse_volatility' },
      param_grid: { 'weights.lookback': [10, 20], 'weights.cash': [0, 0.2] },
      min_trades: 0,
    });
    const id = await submit(page, 'Run the sweep', 'sweeps');
    const { best } = await api.finished<{ status: string; best: { parameters: Record<string, number> } }>(
      `/backtesting/sweep/${id}`,
    );
    await page.getByRole('link', { name: 'Run it as a backtest', exact: true }).click();
    await page.getByText('As JSON', { exact: true }).click();
    expect(await requestOf(page)).toEqual({
      universe: MEMBERS,
      interval: '1d',
      ...DAYS,
      weights: {
        method: 'inverse_volatility',
        lookback: best.parameters['weights.lookback'],
        cash: best.parameters['weights.cash'],
      },
    });
  });
});
