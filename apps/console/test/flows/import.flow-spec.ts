import { gzipSync } from 'node:zlib';
import { api } from '../support/api';
import { waveOfCandles } from '../support/candles';
import { openConsole } from '../support/console-page';

const REFUSED = '2024-01-01T05:00:00Z,100,99,98,100,1';
/** Below the header and five candles. */
const REFUSED_LINE = 7;

const storedOf = async (symbol: string) => {
  const { items } = await api.get<{ items: { interval: string; stored: number }[] }>(
    `/market-data/series?${new URLSearchParams({ exchange: 'example', symbol })}`,
  );
  return items;
};

describe('the import of a file', () => {
  it('takes a file that is dropped, shows the lines that were refused beside it, and leads to the chart', async () => {
    const lines = waveOfCandles({ count: 48 }).split('\n');
    lines[REFUSED_LINE - 1] = REFUSED;
    const { page, settled } = await openConsole('/console/import');
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'own.csv', { type: 'text/csv' }));
      return data;
    }, lines.join('\n'));
    await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByLabel('First lines of the file').getByText('open_time,open').waitFor();

    await page.getByLabel('Exchange').fill('example');
    await page.getByLabel('Symbol').fill('IMPORT-PAGE/USDT');
    await page.getByLabel('Interval').selectOption('1h');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('1 of 48 lines are refused').waitFor();
    const refused = page
      .getByRole('table', { name: /Lines of own.csv/ })
      .getByRole('row')
      .nth(1);
    await refused.getByText(REFUSED).waitFor();
    expect(await refused.getByRole('cell').allTextContents()).toEqual([
      String(REFUSED_LINE),
      REFUSED,
      expect.stringContaining('high must not be below open (100)'),
    ]);
    expect(await storedOf('IMPORT-PAGE/USDT')).toMatchObject([{ interval: '1h', stored: 47 }]);

    await page.getByRole('link', { name: 'See the chart' }).click();
    await page.getByRole('heading', { name: 'IMPORT-PAGE/USDT 1h', level: 1 }).waitFor();
    await settled();
  });

  it('takes a packed file that is chosen, whose lines name their series', async () => {
    const [header, ...lines] = waveOfCandles({ count: 24 }).split('\n');
    const text = [
      `exchange,symbol,interval,${header}`,
      ...lines.map((line) => `example,IMPORT-OWN/USDT,1h,${line}`),
    ].join('\n');
    const { page } = await openConsole('/console/import', { width: 390, theme: 'dark' });
    await page
      .getByLabel('Drop a file here, or choose it')
      .setInputFiles({ name: 'own.csv.gz', mimeType: 'application/gzip', buffer: gzipSync(text) });
    await page.getByText('Every line names its exchange, symbol, interval itself.').waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('All 24 lines are stored.').waitFor();
    expect(await storedOf('IMPORT-OWN/USDT')).toMatchObject([{ stored: 24 }]);
  });

  it('says what the service has against a file', async () => {
    const view = await openConsole('/console/import');
    const { page } = view;
    await page
      .getByLabel('Drop a file here, or choose it')
      .setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await page.getByLabel('Exchange').fill('example');
    await page.getByLabel('Symbol').fill('IMPORT-NONE/USDT');
    await page.getByLabel('Interval').selectOption('1h');
    view.expectProblem(422, '/api/v1/market-data/candlesticks/bulk');
    await page.getByRole('button', { name: 'Import' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('The first line must name the columns');
  });
});
