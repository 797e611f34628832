import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';

const SERIES = { exchange: 'example', symbol: 'BACKTEST-CHART/USDT', interval: '1h' };
const RUN = {
  ...SERIES,
  strategy_name: 'sma_cross',
  parameters: { fast: 3, slow: 9 },
  start_date: '2024-01-01',
  end_date: '2024-01-20',
  execution: { stop_loss: { fraction: 0.03 }, take_profit: { atr: 4 } },
};

interface Trades {
  readonly items: readonly { readonly number: number; readonly entry_time: string }[];
  readonly total: number;
}

/** A price as tables show it: its digits, with separators in the whole part. */
const shown = (price: string | null | undefined) => {
  const [whole = '', ...rest] = (price ?? '').split('.');
  return [Number(whole).toLocaleString('en'), ...rest].join('.');
};

const minute = (time: string) => time.slice(0, 16).replace('T', ' ');

describe('the chart of a backtest', () => {
  let id: number;
  const tradesOf = (query: string) => api.get<Trades>(`/backtesting/${id}/trades?${query}`);

  beforeAll(async () => {
    await api.uploadCandles(SERIES, waveOfCandles({ count: 480 }));
    ({ id } = await api.backtest(RUN));
  });

  it('leads from the table to the chart and from the chart to the table', async () => {
    const view = await openConsole(`/console/backtests/${id}?tab=chart`);
    const { page } = view;
    const { total } = await tradesOf('size=1');
    await page.getByRole('button', { name: 'Show trade 3 in the chart' }).click();
    await page.getByRole('heading', { name: `Trade 3 of ${total}` }).waitFor();
    expect(new URL(page.url()).searchParams.get('trade')).toBe('3');
    const third = (await tradesOf('page=3&size=1')).items[0]!;
    // Other parts of the page say in statuses of their own that they load.
    await page
      .getByRole('status')
      .filter({ hasText: minute(third.entry_time) })
      .waitFor();
    const levels = await api.get<Record<string, string | null>>(`/backtesting/${id}/trades/3/levels`);
    const prices = page.getByRole('table', { name: /^Prices of trade 3/ });
    await prices.waitFor();
    expect(await prices.locator('tbody tr').allTextContents()).toEqual([
      `entry${shown(levels['entry_price'])}`,
      `exit${shown(levels['exit_price'])}`,
      `stop-loss${shown(levels['stop_loss'])}`,
      `take-profit${shown(levels['take_profit'])}`,
    ]);
    const { values } = await api.get<{ values: object }>(`/backtesting/${id}/indicators`);
    const lines = Object.keys(values);
    expect(lines.length).toBeGreaterThan(1);
    const legend = await page.locator('.chart-legend li').allTextContents();
    expect(legend.map((text) => text.trim())).toEqual(expect.arrayContaining(lines));
    const headings = await page.locator('[data-chart-table] th').allTextContents();
    expect(headings).toEqual(expect.arrayContaining(lines));
    await everyChartHasATable(page);
    await axe(view);

    await page.getByRole('button', { name: 'Whole run' }).click();
    await page.getByRole('heading', { name: 'The whole run' }).waitFor();
    await view.settled();
    const chart = page.locator('[data-chart]');
    const { width, height } = (await chart.boundingBox())!;
    const position = { x: width * 0.6, y: height * 0.3 };
    const pointed = await eventually(async () => {
      await chart.hover({ position });
      const text = (await page.locator('.chart-legend li').last().textContent()) ?? '';
      expect(text).toMatch(/^\d{4}-\d{2}-\d{2} /);
      return text;
    });
    const end = `${pointed.slice(0, 10)}T${pointed.slice(11, 16)}:59Z`;
    const there = (await tradesOf(`end=${end}&sort=entry_time&order=desc&size=1`)).items[0]!;
    await chart.click({ position });
    await page.getByRole('heading', { name: `Trade ${there.number} of ${total}` }).waitFor();
    const row = page.locator('tr.chosen');
    await eventually(async () => expect(await row.textContent()).toContain(minute(there.entry_time)));

    // By the keyboard, while the pointer rests on the chart: what lies below it is replaced.
    const [step, next] = there.number === total ? ['Previous', there.number - 1] : ['Next', there.number + 1];
    await page.getByRole('button', { name: `${step} trade` }).press('Enter');
    await page.getByRole('heading', { name: `Trade ${next} of ${total}` }).waitFor();
    await page.getByRole('table', { name: new RegExp(`^Prices of trade ${next}`) }).waitFor();
    await view.settled();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows the tags of rules and the legs of their trades', async () => {
    const cross = [{ sma: { period: 3 } }, { sma: { period: 9 } }];
    const rules = {
      entry_long: { when: { crosses_above: cross }, entry_tag: 'cross up' },
      exit_long: { when: { crosses_below: cross }, exit_tag: 'cross down' },
      reduce: { fraction: 0.5, times: 1, when: { gte: ['bars_in_trade', 2] }, exit_tag: 'half' },
    };
    const run = await api.backtest({ ...RUN, strategy_name: 'custom', parameters: { rules }, execution: {} });
    const { items } = await api.get<{
      items: readonly {
        readonly number: number;
        readonly legs?: readonly { readonly exit_price: string }[];
      }[];
    }>(`/backtesting/${run.id}/trades?exit_tag=cross%20down`);
    const { number, legs } = items.find((trade) => trade.legs)!;
    const view = await openConsole(`/console/backtests/${run.id}?tab=chart&trade=${number}`);
    const { page } = view;
    await page
      .getByRole('status')
      .filter({ hasText: 'closed by signal (cross down), entered by cross up.' })
      .waitFor();
    const rows = page.getByRole('table', { name: `Legs of trade ${number}` }).locator('tbody tr');
    const texts = await rows.allTextContents();
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('reduce, half');
    expect(texts[1]).toContain('signal, cross down');
    for (const [index, { exit_price }] of legs!.entries()) expect(texts[index]).toContain(shown(exit_price));
    await axe(view);

    await page.goto(page.url().replace(/\?.*$/, ''));
    const byTag = page.getByRole('table', { name: 'Trades by the tag of the entry' });
    expect(await byTag.locator('tbody tr').first().textContent()).toContain('cross up');
  });
});
