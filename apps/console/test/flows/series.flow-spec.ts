import { api } from '../support/api';
import { waveOfCandles } from '../support/candles';
import { openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';

const SERIES = { exchange: 'example', symbol: 'SERIES-PAGE/USDT', interval: '1h' };

interface Listed {
  readonly items: readonly { calendar: string; stored: number; missing: number | null }[];
}

const listed = async () => {
  const { symbol, exchange } = SERIES;
  const { items } = await api.get<Listed>(`/market-data/series?${new URLSearchParams({ symbol, exchange })}`);
  return items[0]!;
};

describe('the page of series', () => {
  beforeAll(async () => {
    await api.uploadCandles(SERIES, waveOfCandles({ count: 60, without: [10, 11, 40] }));
    await eventually(async () => expect((await listed()).missing).toBe(3));
  });

  it('lists what is stored and missing as the service counts it, and leads to the chart and the gaps', async () => {
    const { page, settled } = await openConsole('/console/series');
    await page.getByLabel('Exchange or symbol contains').fill('series-page');
    await page.getByLabel('Only incomplete or faulty ones').check();
    const row = page.getByRole('row', { name: /example SERIES-PAGE\/USDT 1h/ });
    const cells = await row.getByRole('cell').allTextContents();
    const { calendar, stored, missing } = await listed();
    expect({ stored, missing }).toEqual({ stored: 57, missing: 3 });
    expect(cells.slice(1, 5)).toEqual([
      calendar,
      '2024-01-01 00:002024-01-03 11:00',
      String(stored),
      String(missing),
    ]);

    await row.getByRole('link', { name: 'Gaps of example SERIES-PAGE/USDT 1h' }).click();
    await page.getByRole('heading', { name: 'Gaps in time' }).waitFor();
    await settled();
    expect(new URL(page.url()).searchParams.get('symbol')).toBe(SERIES.symbol);
  });

  it('changes the calendar of a symbol', async () => {
    const { page } = await openConsole('/console/series', { theme: 'dark' });
    await page.getByLabel('Exchange or symbol contains').fill('SERIES-PAGE');
    const change = (from: string) =>
      page.getByRole('button', { name: `${from}: change the calendar of SERIES-PAGE/USDT` });
    await change('24x7').click();
    await page.getByLabel('Calendar', { exact: true }).selectOption('24x5');
    await page.getByRole('button', { name: 'Change the calendar', exact: true }).click();
    await change('24x5').waitFor();
    expect((await listed()).calendar).toBe('24x5');
  });
});
