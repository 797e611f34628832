import { api } from '../support/api';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';

/** The simulated exchange has every hour of it, so a repair finds what is not stored. */
const REPAIRED = { exchange: 'sim', symbol: 'SIM-B/USDT', interval: '1h' };
const HELD = { exchange: 'example', symbol: 'HELD-PAGE/USDT', interval: '1h' };
const SPIKES = ['2024-01-02T06:00:00', '2024-01-02T16:00:00'];

interface Report {
  readonly expected: number;
  readonly stored: number;
  readonly missing: number;
}

const report = (series: typeof HELD) =>
  api.get<Report>(`/market-data/gaps?${new URLSearchParams({ ...series })}`);

async function arrangeGap(): Promise<void> {
  const numbers = { open: '150', high: '150', low: '150', close: '150', volume: '1' };
  for (const hour of ['00', '05']) {
    await api.post('/market-data/candlesticks', {
      ...{ ...REPAIRED, ...numbers },
      open_time: `2024-03-01T${hour}:00:00Z`,
    });
  }
}

/** Two candles whose prices are fifty times those around them: they are held. */
async function arrangeQuarantine(): Promise<void> {
  const lines = waveOfCandles({ count: 48 }).split('\n');
  const spiked = lines.map((line) => {
    const time = SPIKES.find((spike) => line.startsWith(spike));
    return time === undefined ? line : `${line.split(',')[0]},5000,5000,5000,5000,1`;
  });
  const headers = { 'content-type': 'text/csv' };
  const query = new URLSearchParams({ ...HELD });
  const { held } = await api.post<{ held: number }>(
    `/market-data/candlesticks/bulk?${query}`,
    spiked.join('\n'),
    { headers },
  );
  expect(held).toBe(SPIKES.length);
}

describe('the page of gaps', () => {
  beforeAll(arrangeGap);

  it('finds a series with missing candles, shows where in time, and repairs it', async () => {
    const before = await report(REPAIRED);
    await eventually(async () => {
      const { items } = await api.get<{ items: { symbol: string; missing: number }[] }>(
        '/market-data/series?symbol=SIM-B%2FUSDT',
      );
      expect(items[0]!.missing).toBe(before.missing);
    });
    const { page, settled } = await openConsole('/console/gaps', { theme: 'dark' });
    await page.getByRole('link', { name: 'sim SIM-B/USDT 1h' }).click();
    const gap = page.getByRole('row', { name: /2024-03-01 01:00 2024-03-01 04:00 4 candles missing/ });
    await gap.waitFor();
    await settled();
    await everyChartHasATable(page);

    await page.getByRole('button', { name: 'Repair all gaps' }).click();
    await page.getByText(/finished at/).waitFor();
    await page.getByText('Nothing is missing.').waitFor();
    expect(await report(REPAIRED)).toMatchObject({ expected: 6, stored: 6, missing: 0 });
    await page.getByRole('definition').filter({ hasText: 'candles that it had' }).getByText('4').waitFor();
  });
});

describe('the page of quarantine', () => {
  beforeAll(arrangeQuarantine);

  it('releases one held candle and discards the other, after a question', async () => {
    const { page, settled } = await openConsole(`/console/quarantine?${new URLSearchParams({ ...HELD })}`);
    const row = (time: string) =>
      page.getByRole('row', { name: new RegExp(time.replace('T', ' ').slice(0, 16)) });
    const [released, discarded] = SPIKES as [string, string];
    expect(await row(released).textContent()).toContain('Outlier');
    // The other candle is chosen before all lists are read again after the release.
    let choose!: () => void;
    const chosen = new Promise<void>((resolve) => (choose = resolve));
    await page.route('**/market-data/series*', async (route) => {
      await chosen;
      await route.continue();
    });

    await row(released)
      .getByRole('button', { name: /^Release / })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await page.getByText('1 released and stored').waitFor();
    await eventually(async () => expect(await row(released).count()).toBe(0));
    const stored = await api.post<{ close: string }[]>('/market-data/candlesticks/query', {
      ...HELD,
      start: `${released}Z`,
      limit: 1,
    });
    expect(stored[0]!.close).toBe('5000');

    const reread = page.waitForResponse('**/market-data/series*');
    await row(discarded).getByRole('checkbox').check();
    choose();
    await reread;
    await settled();
    await page.getByRole('button', { name: 'Discard 1 chosen' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('DELETE');
    await page.getByRole('button', { name: 'Discard for good' }).click();
    await page.getByText('No candle that fits is in quarantine').waitFor();
    await settled();
    expect(await report(HELD)).toMatchObject({ expected: 48, stored: 47, missing: 1 });
  });
});
