import { api } from '../support/api';
import { axe } from '../support/axe';
import { waveOfCandles } from '../support/candles';
import { everyChartHasATable } from '../support/charts';
import { newConsole, openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';
import { token } from '../support/run';

const SERIES = { exchange: 'example', symbol: 'HOME-PAGE/USDT', interval: '1h' };

describe('home', () => {
  beforeAll(() => api.uploadCandles(SERIES, waveOfCandles({ count: 48, without: [10, 11, 12] })));

  it('shows the service, how fresh the data is, the newest runs, and a market as it moves', async () => {
    const view = await openConsole('/');
    const { page } = view;
    await page.getByRole('region', { name: 'Services' }).getByText('ready', { exact: true }).waitFor();

    const live = page.getByRole('region', { name: 'Live: sim SIM-A/USDT 1m' });
    await live.getByText('live', { exact: true }).waitFor();
    const price = () => live.locator('strong').textContent();
    const first = await price();
    await eventually(async () => expect(await price()).not.toBe(first));

    const data = page.getByRole('table', { name: /series$/ });
    // Of the others, which are as many as all flows store, only those with gaps are sure to be shown.
    await data.getByRole('link', { name: 'example HOME-PAGE/USDT 1h' }).waitFor();
    const fed = data.getByRole('row', { name: /sim SIM-A\/USDT 1m/ });
    expect(await fed.textContent()).toContain('live');

    const runs = await api.get<{ items: { kind: string; id: number }[] }>('/backtesting/runs?size=1');
    const { kind, id } = runs.items[0]!;
    const newest = page.getByRole('table', { name: 'The runs that were submitted last' });
    await newest.getByRole('link', { name: new RegExp(`^${kind}( run)? ${id}\\b`, 'i') }).waitFor();
    await everyChartHasATable(page);
    await axe(view);
  });

  it('leads from the candles that a series lacks to its gaps', async () => {
    const { page } = await openConsole('/', { width: 390 });
    // Counted by the service a moment after the upload.
    const row = page.getByRole('row', { name: /HOME-PAGE/ });
    await row.getByRole('link', { name: '3', exact: true }).click();
    await page.getByRole('heading', { name: 'Gaps', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('symbol')).toBe(SERIES.symbol);
  });

  it('says what to do first where nothing is stored', async () => {
    const view = await newConsole();
    const none = { items: [], total: 0, page: 1, size: 20 };
    await view.page.route('**/api/v1/market-data/series?*', (route) => route.fulfill({ json: none }));
    await view.page.route('**/api/v1/backtesting/runs?*', (route) => route.fulfill({ json: none }));
    await view.open(`/#token=${token}`);
    const steps = view.page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'import a CSV' }).waitFor();
    await view.page.getByText('Nothing was computed yet.').waitFor();
    await steps.getByRole('link', { name: 'import a CSV' }).click();
    await view.page.getByRole('heading', { level: 1, name: /Import/ }).waitFor();
  });

  it('keeps what is on screen while the service is away, and recovers by itself', async () => {
    const view = await openConsole('/');
    const { page } = view;
    const table = page.getByRole('table', { name: 'The runs that were submitted last' });
    await table.waitFor();
    view.expectProblem('away', '/api/v1/backtesting/runs');
    await page.route('**/api/v1/backtesting/runs?*', (route) => route.abort('connectionrefused'));
    const runs = page.getByRole('region', { name: 'Newest runs' });
    await runs.getByRole('alert').waitFor();
    expect(await runs.getByRole('alert').textContent()).toContain('cannot be reached');
    expect(await table.getByRole('row').count()).toBeGreaterThan(1);
    await page.unrouteAll();
    await eventually(async () => expect(await runs.getByRole('alert').count()).toBe(0));
  });
});
