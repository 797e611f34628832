import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';

const SERIES = { exchange: 'example', symbol: 'CANDLES-PAGE/USDT', interval: '1h' };
const LIVE = { exchange: 'sim', symbol: 'SIM-A/USDT', interval: '1m' };
const CORRECTED = '2024-04-01T15:00:00Z';

const address = (query: Readonly<Record<string, string>>) => `/console/candles?${new URLSearchParams(query)}`;

interface Chart {
  readonly bars_per_candle: number;
  readonly candles: readonly { close: string }[];
  readonly indicators: readonly { readonly lines: Readonly<Record<string, readonly (number | null)[]>> }[];
}

describe('the candle chart', () => {
  beforeAll(async () => {
    await api.uploadCandles(SERIES, waveOfCandles({ count: 2_400 }));
    const numbers = { open: '100', high: '120', low: '90', close: '101.5', volume: '3' };
    await api.post('/market-data/candlesticks?allow_outlier=true', {
      ...{ ...SERIES, ...numbers },
      open_time: CORRECTED,
    });
  });

  it('shows the last candles with indicators and corrections, and loads earlier ones', async () => {
    const view = await openConsole(address(SERIES));
    const { page, settled } = view;
    await page.getByText('1,000 candles are loaded.').waitFor();
    const correction = page
      .getByRole('table', { name: /Corrections of candles of 1h/ })
      .getByRole('row')
      .nth(1);
    expect(await correction.textContent()).toContain('→ 101.5');
    expect(await correction.textContent()).toContain('2024-04-01 15:00');

    await page.getByLabel('Indicator', { exact: true }).selectOption('macd');
    await page.getByLabel('slow').fill('30');
    await page.getByRole('button', { name: 'Add the indicator' }).click();
    await page.getByRole('button', { name: 'Remove MACD 12, 30, 9' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'MACD 12, 30, 9: histogram' }).waitFor();

    const query = new URLSearchParams({ ...SERIES, indicators: 'macd:12:30:9' });
    const { indicators } = await api.get<Chart>(`/market-data/chart?${query}`);
    const histogram = Number(indicators[0]!.lines['histogram']!.at(-1)!.toPrecision(8));
    await page.getByText('as a table').click();
    const table = page.getByRole('table', { name: /newest first; / });
    const headings = await table.getByRole('columnheader').allTextContents();
    const newest = await table.getByRole('row').nth(1).getByRole('cell').allTextContents();
    expect(newest[headings.indexOf('MACD 12, 30, 9: histogram')]).toBe(String(histogram).replace('-', '−'));

    await page.getByRole('button', { name: 'Load earlier candles' }).click();
    await page.getByText('2,000 candles are loaded.').waitFor();
    await settled();
    await everyChartHasATable(page);
    await axe(view);
  });

  it('aggregates an interval that is not stored', async () => {
    const { page } = await openConsole(address({ ...SERIES, interval: '4h' }), { width: 390 });
    await page.getByText('aggregated from 1h').waitFor();
    const query = new URLSearchParams({ ...SERIES, interval: '4h' });
    const { candles } = await api.get<Chart>(`/market-data/chart?${query}`);
    await page.getByText(`${candles.length} candles are loaded.`).waitFor();
    await page.getByText('as a table').click();
    expect(
      await page
        .getByRole('table', { name: /newest first/ })
        .getByRole('row')
        .nth(1)
        .textContent(),
    ).toContain(candles.at(-1)!.close);
  });

  it('says how many bars a candle is, where they are more than a screen shows', async () => {
    const range = { start: '2024-01-01T00:00:00Z' };
    const { page } = await openConsole(address({ ...SERIES, ...range }), { theme: 'dark' });
    const query = new URLSearchParams({ ...SERIES, ...range, points: '1000' });
    const { bars_per_candle: bars } = await api.get<Chart>(`/market-data/chart?${query}`);
    expect(bars).toBeGreaterThan(1);
    await page.getByText(`each candle is ${bars} bars of 1h`).waitFor();
  });

  it('follows the market', async () => {
    const { page } = await openConsole(address(LIVE));
    await page.getByText('live', { exact: true }).waitFor();
    const shown = () => page.locator('.figures').textContent();
    const before = await shown();
    await eventually(async () => expect(await shown()).not.toBe(before));
  });

  it('exports every stored candle', async () => {
    const { page } = await openConsole(address(SERIES));
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV of 1h' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('example-CANDLES-PAGE-USDT-1h.csv');
    const lines = await (await download.createReadStream()).toArray();
    expect(Buffer.concat(lines).toString().trim().split('\n')).toHaveLength(2_401);
  });
});
