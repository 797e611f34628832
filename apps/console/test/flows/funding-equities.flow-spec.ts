import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { api } from '../support/api';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';
import { dataDirectory } from '../support/run';

const ROOT = resolve(__dirname, '../../../..');
const SWAP = 'FUNDING-PAGE/USDT:USDT';
const LONG_SWAP = 'FUNDING-LONG/USDT:USDT';
/** More than the page shows at first. */
const SETTLEMENTS = 600;

describe('the page of funding rates', () => {
  beforeAll(async () => {
    const { PATH } = process.env;
    const cli = join(ROOT, 'dist/apps/cli/src/main.js');
    const importOf = (file: string, symbol: string) =>
      promisify(execFile)(
        process.execPath,
        [cli, 'import-funding', file, '--exchange', 'example', '--symbol', symbol],
        { env: { PATH, DATA_DIR: dataDirectory } },
      );
    await importOf(join(ROOT, 'examples/coin-usdt-funding.csv'), SWAP);
    const long = join(dataDirectory, 'flow-funding.csv');
    await writeFile(long, settlements());
    await importOf(long, LONG_SWAP);
  });

  it('finds a swap, and shows what it paid last and before', async () => {
    const { page, settled } = await openConsole('/console/funding');
    await page.getByLabel('Symbol').fill(SWAP);
    await page.getByLabel('Exchange').fill('example');
    await page.getByRole('button', { name: 'Show' }).click();
    // The last line of examples/coin-usdt-funding.csv.
    await page.getByRole('definition').filter({ hasText: '−0.0040' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'shorts' }).waitFor();
    await settled();
    await everyChartHasATable(page);
    const path = `/data/funding-rate/${encodeURIComponent(SWAP)}?exchange=example`;
    const rates = await api.get<{ funding_rate: string }[]>(path);
    await page.getByText(`Funding rates of ${SWAP}: as a table`).click();
    const rows = page.getByRole('table', { name: /settlements of/ }).getByRole('row');
    expect(await rows.count()).toBe(rates.length + 1);
    expect(await rows.nth(1).textContent()).toContain(rates.at(-1)!.funding_rate);
  });

  it('draws more settlements while the pointer rests on the chart', async () => {
    const search = new URLSearchParams({ exchange: 'example', symbol: LONG_SWAP });
    const { page, settled } = await openConsole(`/console/funding?${search}`);
    await page.locator('[data-chart]').hover();
    await page.getByLabel('Settlements, the last').focus();
    await page.keyboard.press('ArrowDown');
    const table = page.getByText(`Funding rates of ${LONG_SWAP}: as a table`);
    await page
      .getByRole('table', { name: /^500 settlements of/, includeHidden: true })
      .waitFor({ state: 'attached' });
    await settled();
    await table.click();
    expect(
      await page
        .getByRole('table', { name: /settlements of/ })
        .getByRole('row')
        .count(),
    ).toBe(501);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

/** Lines of CSV, eight hours from one to the next. */
function settlements(): string {
  const lines = Array.from({ length: SETTLEMENTS }, (_, index) => {
    const time = new Date(Date.parse('2024-01-01T00:00:00Z') + index * 8 * 3_600_000).toISOString();
    return `${time},${((index % 7) - 3) / 10_000}`;
  });
  return ['funding_time,funding_rate', ...lines, ''].join('\n');
}

describe('the page of equities', () => {
  beforeAll(async () => {
    const day = (date: string, price: string) => `${date},${price},${price},${price},${price},1000`;
    const prices = ['2024-03-04', '2024-03-05', '2024-03-06'].map((date) => day(date, '50'));
    const write = (name: string, lines: readonly string[]) =>
      writeFile(join(dataDirectory, 'equities', name), `${lines.join('\n')}\n`);
    await write('FLOW.csv', ['date,open,high,low,close,volume', ...prices]);
    await write('FLOW.splits.csv', ['ex_date,numerator,denominator', '2024-03-05,2,1']);
    await write('FLOW.dividends.csv', ['ex_date,amount', '2024-03-06,0.25']);
  });

  it('ingests a symbol until it is finished, shows its splits and dividends, and stops tracking it', async () => {
    const { page, settled } = await openConsole('/console/equities');
    await page.getByRole('textbox', { name: 'Symbols' }).fill('FLOW');
    await page.getByLabel('First session').fill('2024-03-04');
    await page.getByLabel('Last session').fill('2024-03-06');
    await page.getByRole('button', { name: 'Ingest', exact: true }).click();
    const outcome = page.getByRole('table', { name: 'Outcome of each symbol, in sessions' });
    await outcome.getByRole('row', { name: /FLOW completed/ }).waitFor();
    // State, expected, requested, inserted.
    expect((await outcome.getByRole('cell').allTextContents()).slice(1, 5)).toEqual([
      'completed',
      '3',
      '3',
      '3',
    ]);

    await page.getByRole('link', { name: 'Show splits and dividends of FLOW' }).click();
    await page.getByRole('row', { name: '2024-03-05 2 1' }).waitFor();
    await page.getByRole('row', { name: '2024-03-06 0.25' }).waitFor();
    await settled();

    await page.getByRole('button', { name: 'Untrack FLOW' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('Its candles stay');
    await page.getByRole('button', { name: 'Stop tracking it' }).click();
    await page
      .getByRole('link', { name: 'Show splits and dividends of FLOW' })
      .waitFor({ state: 'detached' });
    await settled();
    const { symbols } = await api.get<{ symbols: { symbol: string }[] }>('/equities/status');
    expect(symbols.map(({ symbol }) => symbol)).not.toContain('FLOW');
  });

  it('says why a symbol failed', async () => {
    const { page } = await openConsole('/console/equities', { theme: 'dark', width: 390 });
    await page.getByRole('textbox', { name: 'Symbols' }).fill('NOWHERE');
    await page.getByRole('button', { name: 'Ingest', exact: true }).click();
    const outcome = page.getByRole('table', { name: 'Outcome of each symbol, in sessions' });
    await outcome.getByRole('row', { name: /NOWHERE failed/ }).waitFor();
    await api.delete('/equities/symbols/NOWHERE');
  });
});
