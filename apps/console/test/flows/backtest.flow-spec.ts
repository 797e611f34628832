import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { type ConsolePage, openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';
import { origin, token } from '../support/run';

const SERIES = { exchange: 'example', symbol: 'BACKTEST-PAGE/USDT', interval: '1h' };
const RUN = {
  ...SERIES,
  strategy_name: 'sma_cross',
  parameters: { fast: 3, slow: 9 },
  start_date: '2024-01-01',
  end_date: '2024-01-20',
  execution: { slippage_bps: 5, fees: { maker: '0.001', taker: '0.001' }, stop_loss: { fraction: 0.03 } },
};

interface Report {
  readonly verdict: { readonly level: string; readonly reasons: readonly { readonly sentence: string }[] };
  readonly metrics: Readonly<Record<string, number>>;
  readonly benchmark: Readonly<Record<string, number>>;
  readonly relative: Readonly<Record<string, number>>;
  readonly drawdowns: readonly { readonly depth: number; readonly peak_time: string }[];
  readonly fingerprint: { readonly candles_sha256: string; readonly configuration_sha256: string };
}

interface Trade {
  readonly number: number;
  readonly entry_time: string;
  readonly exit_reason: string;
  readonly return: number;
  readonly mae: number;
  readonly mfe: number;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

const percent = (value: number, digits = 2) => {
  const digitsShown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${(value * 100).toLocaleString('en', digitsShown).replace('-', '−')}\u00a0%`;
};
const minute = (time: string) => time.slice(0, 16).replace('T', ' ');

describe('the page of a backtest', () => {
  let id: number;
  let path: string;
  let report: Report;
  const tradesOf = (query: string) => api.get<Page<Trade>>(`/backtesting/${id}/trades?${query}`);
  const open = (tab: string, options = {}) => openConsole(`${path}?tab=${tab}`, options);

  beforeAll(async () => {
    await api.uploadCandles(SERIES, waveOfCandles({ count: 480 }));
    ({ id } = await api.backtest(RUN));
    path = `/console/backtests/${id}`;
    report = await api.get<Report>(`/backtesting/${id}/report`);
  });

  it('says the verdict first, then the measures beside those of buy and hold, and what they come from', async () => {
    const view = await openConsole(path);
    const { page } = view;
    expect(await page.locator('section h2').first().textContent()).toBe('Verdict');
    const verdict = page.locator(`[data-verdict="${report.verdict.level}"]`);
    for (const { sentence } of report.verdict.reasons)
      expect((await verdict.textContent())!.toLowerCase()).toContain(sentence.toLowerCase());
    for (const [name, write] of [
      ['sharpe_ratio', (value: number) => value.toFixed(3).replace('-', '−')],
      ['max_drawdown', percent],
      ['win_rate', percent],
    ] as const) {
      const cells = await page.locator(`[data-measure="${name}"] .number`).allTextContents();
      expect(cells).toEqual([report.metrics[name]!, report.benchmark[name]!].map((value) => write(value)));
    }
    await page.getByText(`Against holding ${SERIES.exchange} ${SERIES.symbol}: `, { exact: false }).waitFor();
    for (const [name, write] of [
      ['alpha', percent],
      ['beta', (value: number) => value.toFixed(3).replace('-', '−')],
      ['break_even_cost_bps', (value: number) => `${value.toFixed(1).replace('-', '−')}\u00a0bps`],
    ] as const) {
      const cell = page.locator(`[data-measure="${name}"] .number`);
      expect(await cell.textContent()).toBe(write(report.relative[name]!));
    }
    const term = page.getByRole('button', { name: 'Kelly fraction' });
    await term.click();
    await page.getByText('the share of the capital for a trade').waitFor();
    await page.keyboard.press('Escape');

    const monthly = await api.get<{ months: { return: number }[] }>(`/backtesting/${id}/monthly`);
    const months = page.getByRole('table', { name: /Returns of UTC months/ });
    expect(await months.locator('td').first().textContent()).toContain(
      percent(Math.abs(monthly.months[0]!.return), 1).replace('\u00a0%', ''),
    );
    const drawdowns = page.getByRole('table', { name: /deepest/ });
    expect(await drawdowns.getByRole('row').nth(1).textContent()).toContain(
      percent(report.drawdowns[0]!.depth),
    );
    await page.getByText('Histogram of the', { exact: false }).first().waitFor();
    await page.getByLabel('Logarithmic').check();
    await everyChartHasATable(page, { atLeast: 4 });
    await axe(view);
  });

  it('names and tags the run', async () => {
    const { page } = await openConsole(path);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('baseline <b>wave</b>');
    await page.getByRole('textbox', { name: 'Tags' }).fill('wave, trend');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'baseline <b>wave</b>' }).waitFor();
    expect(await api.get(`/backtesting/runs/backtest/${id}/labels`)).toEqual({
      name: 'baseline <b>wave</b>',
      note: null,
      tags: ['trend', 'wave'],
    });
  });

  it('sorts and narrows the trades by the service, and saves what is shown as CSV', async () => {
    const view = await open('trades');
    const { page } = view;
    const first = page.locator('tbody tr[aria-rowindex="2"]');
    await page.getByRole('button', { name: 'Return' }).click();
    const best = (await tradesOf('sort=return&order=desc&size=1')).items[0]!;
    await eventually(async () => expect(await first.textContent()).toContain(minute(best.entry_time)));
    expect(await first.textContent()).toContain(percent(best.mae) + percent(best.mfe));

    await page.getByLabel('Figure').selectOption('mae');
    await page.getByLabel('At least').fill('0.01');
    await page.getByLabel('Exit by').selectOption('signal');
    const narrowed = 'exit_reason=signal&at_least=mae:0.01&sort=return&order=desc';
    const { total } = await tradesOf(`${narrowed}&size=1`);
    await page.locator(`[data-rows="${total}"]`).waitFor();
    await axe(view);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const answered = await fetch(`${origin}/api/v1/backtesting/${id}/trades?${narrowed}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    });
    expect(await textOf(await saved.createReadStream())).toBe(await answered.text());
    expect(saved.suggestedFilename()).toBe(`backtest-${id}-trades.csv`);

    await page.getByLabel('At least').fill('9');
    await page.getByRole('button', { name: 'No trade fits: show all' }).click();
    await page.locator(`[data-rows="${(await tradesOf('size=1')).total}"]`).waitFor();
  });

  it('shows what the run can be repeated from, and repeats it', async () => {
    const view = await open('execution');
    const { page } = view;
    await page.getByText(report.fingerprint.candles_sha256).waitFor();
    await page.getByText(report.fingerprint.configuration_sha256).waitFor();
    const settings = page.getByRole('table', { name: 'How signals become fills' });
    expect(await settings.getByRole('row', { name: /^Slippage/ }).textContent()).toContain('0.0500\u00a0%');
    expect(await settings.getByRole('row', { name: /^Stop loss/ }).textContent()).toContain('3.00\u00a0% of');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Identical.').waitFor();
    const outcome = await api.get<{ identical: boolean }>(`/backtesting/${id}/verify`);
    expect(outcome.identical).toBe(true);
    await axe(view);
  });

  it('follows a run until it is over, and says why one failed', async () => {
    const { id: followed } = await api.backtest(RUN);
    await api.patch(`/backtesting/${followed}`, { status: 'running' });
    const { page } = await openConsole(`/console/backtests/${followed}`);
    await page.getByRole('progressbar', { name: 'The run is under way' }).waitFor();
    await api.patch(`/backtesting/${followed}`, { status: 'completed' });
    await page.getByRole('heading', { name: 'Verdict' }).waitFor();

    const failed = await api.post<{ id: number }>('/backtesting', { ...RUN, strategy_name: 'no_such' });
    await api.finished(`/backtesting/${failed.id}`);
    const { detail } = await api.get<{ detail: string }>(`/backtesting/${failed.id}/report`);
    const view = await openConsole(`/console/backtests/${failed.id}`);
    expect(await view.page.getByRole('alert').textContent()).toContain(detail);
    await axe(view);
  });

  it('cancels a run by deleting it, and says so', async () => {
    const { id: cancelled } = await api.backtest(RUN);
    await api.patch(`/backtesting/${cancelled}`, { status: 'running' });
    const { page } = await openConsole(`/console/backtests/${cancelled}`);
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain(`DELETE /api/v1/backtesting/${cancelled}`);
    await dialog.getByRole('button', { name: 'Cancel and delete it' }).click();
    await page.waitForURL('**/console/runs');
    await expect(api.get(`/backtesting/${cancelled}`)).rejects.toThrow('404');
  });

  it('prints its summary as a tear sheet: white, without controls, from the dark theme too', async () => {
    const view = await openConsole(path, { theme: 'dark' });
    const { page } = view;
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    // A4 in points, and so many pages that no table is lost.
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/);
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)!.length).toBeGreaterThanOrEqual(2);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const paper = await page.evaluate(describePaper);
    expect(paper).toEqual({
      ground: 'rgb(255, 255, 255)',
      text: 'rgb(19, 33, 44)',
      isChartLight: true,
      shown: ['Costs and origin'],
    });
    await printsWithoutControls(view);
  });
});

/** What is on the paper: grounds, the drawn chart, and what only paper has. */
function describePaper() {
  dispatchEvent(new Event('beforeprint'));
  const canvas = document.querySelector<HTMLCanvasElement>('canvas.chart-on-paper')!;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const described = {
    ground: getComputedStyle(document.body).backgroundColor,
    text: getComputedStyle(document.body).color,
    // Ink on white; the ground of the dark theme has less than 50.
    isChartLight: mean > 230,
    shown: [...document.querySelectorAll('.print-only h2')]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => heading.textContent),
  };
  dispatchEvent(new Event('afterprint'));
  return described;
}

async function printsWithoutControls({ page }: ConsolePage): Promise<void> {
  for (const hidden of ['nav', 'header', 'footer', '.tabs', 'button:not(.term)', 'details', '.chart'])
    expect(await page.locator(hidden).filter({ visible: true }).count()).toBe(0);
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
