import type { Page } from 'playwright-core';
import { api } from '../support/api';
import { axe } from '../support/axe';
import { type ConsolePage, newConsole, openConsole } from '../support/console-page';
import { downloadedText } from '../support/download';
import { token } from '../support/run';

const LIST = '/api/v1/datasets';
const CSV = { 'content-type': 'text/csv' };
const NARROW = 320;
const DAY = 86_400_000;

interface Dataset {
  readonly version: number;
  readonly row_count: number;
  readonly interval: string | null;
  readonly available_at_column: string | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const put = (name: string, csv: string) => api.put(`/datasets/${name}?interval=1d`, csv, { headers: CSV });
const read = (name: string) => api.get<Dataset>(`/datasets/${name}`);

/** Days from 2010-01-01 on, whose column x is the number of the day. */
const days = (count: number, from = 0) =>
  `time,x\n${Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2010, 0, 1) + (from + index) * DAY).toISOString().slice(0, 10);
    return `${day},${from + index}\n`;
  }).join('')}`;

/** How far one can scroll to the side: the window, where nothing overflows. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

const choose = ({ page }: ConsolePage, name: string, text: string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('the pages of datasets', () => {
  it('say how to upload the first one, and take a file without what its lines break', async () => {
    const view = await newConsole({ width: NARROW });
    const { page } = view;
    const none = { items: [], total: 0, page: 1, size: 50 };
    await page.route(`**${LIST}?*`, (route) => route.fulfill({ json: none }));
    await view.open(`/console/datasets#token=${token}`);
    const command = await page.getByLabel('The command that uploads a dataset').textContent();
    expect(command).toMatch(/^curl -X PUT 'http[^']+\/api\/v1\/datasets\/model\?interval=1d'/);
    await page.unroute(`**${LIST}?*`);

    await page.getByRole('button', { name: 'New dataset' }).click();
    await choose(view, 'own.csv', 'time,score,"seen"\n2010-01-01,1,2010-01-02\n2010-01-02,many,never\n');
    await page.getByLabel('First lines of the file').getByText('2010-01-02,many').waitFor();
    await page.getByLabel('Name').fill('console-own');
    view.expectProblem(422, `${LIST}/console-own`);
    await page.getByRole('button', { name: 'Store the dataset' }).click();
    await page.getByText('Choose one of them').waitFor();
    await page.getByLabel('When a row is known').selectOption('at the time in a column');
    await page.getByLabel('Column of that time').fill('seen');
    await page.getByRole('button', { name: 'Store the dataset' }).click();
    const refused = page
      .getByRole('table', { name: /Lines of own.csv/ })
      .getByRole('row')
      .nth(1);
    await refused.getByText('2010-01-02,many,never').waitFor();
    expect(await refused.getByRole('cell').allTextContents()).toEqual([
      '3',
      '2010-01-02,many,never',
      expect.stringMatching(/^score must be a finite number.*seen must be/),
    ]);
    await axe(view);
    expect(await widthOf(page)).toBe(NARROW);

    await choose(view, 'own.csv', 'time,score,seen\n2010-01-01,1,2010-01-02\n2010-01-02,-2,2010-01-03\n');
    await page.getByLabel('First lines of the file').getByText('2010-01-02,-2').waitFor();
    await page.getByLabel('Types').fill('score:number');
    await page.getByRole('button', { name: 'Store the dataset' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dataset console-own' }).waitFor();
    await page.getByRole('row', { name: 'score number 0 −2 1' }).waitFor();
    await page.getByRole('row', { name: '2010-01-02T00:00:00Z -2 2010-01-03T00:00:00Z' }).waitFor();
    expect(await read('console-own')).toMatchObject({ interval: null, available_at_column: 'seen' });
    await axe(view);
    expect(await widthOf(page)).toBe(NARROW);
    await page.getByRole('link', { name: 'All datasets' }).click();
    await page.getByRole('row', { name: /^console-own 1 2 2 – .* at the time in seen/ }).waitFor();
  });

  it('read rows page by page, append some, store a version, and give them as CSV', async () => {
    await put('console-pages', days(120));
    const view = await openConsole('/console/datasets/console-pages', { theme: 'dark' });
    const { page } = view;
    const rows = page.getByRole('table', { name: /^Rows of version/ }).getByRole('row');
    const go = (name: string, shown: string) =>
      Promise.all([page.getByText(shown).waitFor(), page.getByRole('button', { name, exact: true }).click()]);
    await go('Next', 'Rows 51 to 100 of 120');
    expect(await rows.nth(1).textContent()).toBe('2010-02-20T00:00:00Z50');
    await go('Next', 'Rows 101 to 120 of 120');
    expect(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).toBe(true);
    await go('Back', 'Rows 51 to 100 of 120');
    await go('First', 'Rows 1 to 50 of 120');
    await page.getByText('Rows of the chart 1 to 120 of 120').waitFor();
    const drawn = page.locator('[data-chart-table="x"] tbody tr');
    expect(await drawn.nth(99).locator('td, th').last().textContent()).toBe('99');
    await go('Last', 'Rows 101 to 120 of 120');
    expect(await rows.nth(20).textContent()).toBe('2010-04-30T00:00:00Z119');

    await page.getByRole('button', { name: 'Append rows' }).click();
    await choose(view, 'more.csv', days(1, 120));
    await page.getByRole('button', { name: 'Append', exact: true }).click();
    await page.getByText('Version 2 is stored, with 1 row of the file.').waitFor();
    await page.getByRole('button', { name: 'New version' }).click();
    await choose(view, 'less.csv', days(2));
    expect(await page.getByLabel('Length of the bar').inputValue()).toBe('1d');
    await page.getByRole('button', { name: 'Store the version' }).click();
    await page.getByText('Version 3 is stored, with 2 rows of the file.').waitFor();
    expect(await read('console-pages')).toMatchObject({ version: 3, row_count: 2 });
    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.getByText('Rows 1 to 50 of 121').waitFor();
    const csv = await downloadedText(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
    expect(csv.split('\r\n').slice(0, 2)).toEqual(['time,x', '2010-01-01T00:00:00Z,0']);
    expect(csv.split('\r\n')).toHaveLength(123);
  });

  it('draw a column of numbers or flags over time, of rows with symbols those of one', async () => {
    const rows = ['2015-01-05,A,1,true', '2015-01-05,B,3,', '2015-01-06,A,-2.5,false', '2015-01-06,B,4,true'];
    await put('console-chart', `time,symbol,score,buy\n${rows.join('\n')}\n`);
    const view = await openConsole('/console/datasets/console-chart', { width: NARROW });
    const { page } = view;
    const valuesOf = async (chart: string) => {
      await page.locator(`[data-chart="${chart}"] canvas`).first().waitFor();
      return page.locator(`[data-chart-table="${chart}"] tbody tr > :last-child`).allTextContents();
    };
    expect(await valuesOf('score of A')).toEqual(['1', '−2.5']);
    await page.getByLabel('Symbol of the chart').selectOption('B');
    expect(await valuesOf('score of B')).toEqual(['3', '4']);
    await page.getByLabel('Column of the chart').selectOption('buy');
    expect(await valuesOf('buy of B')).toEqual(['–', '1']);
    await axe(view);
    expect(await widthOf(page)).toBe(NARROW);
  });

  it('lead to a run of signals, which offers columns of numbers and flags, and delete what no run needs', async () => {
    const rows = ['2015-01-05,1,calm,true', '2015-06-01,0,wild,false'];
    await put('console-signals', `time,target,label,buy\n${rows.join('\n')}\n`);
    const view = await openConsole('/console/datasets/console-signals', { width: NARROW });
    const { page } = view;
    await page.getByRole('link', { name: 'Backtest its signals' }).click();
    await page.getByLabel('Series', { exact: true }).selectOption('us SPX 1d');
    const column = page.getByLabel('column', { exact: true });
    await column.getByText('target').waitFor({ state: 'attached' });
    expect(await column.locator('option').allTextContents()).toEqual(['Choose a column', 'target', 'buy']);
    await page.getByLabel('trials', { exact: true }).fill('0');
    view.expectProblem(422, '/api/v1/backtesting');
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.getByText('must be the name of a column of the dataset', { exact: true }).waitFor();
    await page.getByText('must be an integer from 1 to 1000000 (default 1)', { exact: true }).waitFor();
    await axe(view);
    expect(await widthOf(page)).toBe(NARROW);
    await column.selectOption('buy');
    await page.getByLabel('mode', { exact: true }).selectOption('entries');
    expect(await page.getByLabel('threshold', { exact: true }).count()).toBe(0);
    await page.getByLabel('trials', { exact: true }).fill('250');
    await page.getByRole('button', { name: 'Run the backtest' }).click();
    await page.waitForURL(/\/console\/backtests\/\d+$/);
    const id = /\d+$/.exec(new URL(page.url()).pathname)![0];
    expect(await api.finished(`/backtesting/${id}/report`)).toMatchObject({
      strategy_name: 'signals',
      metrics: { trades: 1 },
    });

    await api.patch(`/backtesting/${id}`, { status: 'running' });
    await view.open('/console/datasets/console-signals');
    view.expectProblem(409, `${LIST}/console-signals`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the dataset' }).click();
    const said = await page.getByRole('alert').textContent();
    expect(said).toContain(`The unfinished backtest ${id} needs the dataset console-signals`);
    await api.delete(`/backtesting/${id}`);
    await page.getByRole('button', { name: 'Delete the dataset' }).click();
    await page.waitForURL('**/console/datasets');
    await expect(read('console-signals')).rejects.toThrow('404');
  });
});
