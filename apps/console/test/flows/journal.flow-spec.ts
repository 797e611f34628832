import { api } from '../support/api';
import { axe } from '../support/axe';
import { openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';

const ACCOUNT = 'journal-page';
const SYMBOL = 'JOURNAL-PAGE/USDT';

const fill = (id: string, side: string, price: string, time: string) => ({
  ...{ fill_id: id, account: ACCOUNT, exchange: 'example', symbol: SYMBOL, side, price, quantity: '2' },
  ...{ fee: '1', fee_currency: 'USDT', time },
});

interface Details {
  readonly id: number;
  readonly net_pnl: string;
  readonly return: number;
  readonly stop: string | null;
  readonly r_multiple: number | null;
}

const entryOf = async () =>
  (await api.get<{ items: { id: number }[] }>(`/trade-journal?account=${ACCOUNT}`)).items[0]!.id;
const detailsOf = (id: number) => api.get<Details>(`/trade-journal/${id}/details`);

describe('the trade journal', () => {
  it('makes entries of a file of fills, and says which lines are refused', async () => {
    const view = await openConsole('/console/journal?tab=fills');
    const { page } = view;
    const lines = [
      fill('1', 'buy', '100', '2024-01-02T09:30:00Z'),
      fill('2', 'sell', '110', '2024-01-03T09:30:00Z'),
      fill('3', 'hold', '110', '2024-01-03T09:31:00Z'),
    ].map((one) => JSON.stringify(one));
    await page.getByLabel('File of fills').setInputFiles({
      name: 'fills.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines.join('\n')),
    });
    const refused = page.getByRole('row', { name: /^3 / });
    await refused.waitFor();
    expect(await refused.textContent()).toContain('side');
    await axe(view);

    await page.getByRole('link', { name: 'Entries' }).click();
    await page.getByLabel('Account').fill(ACCOUNT);
    const row = page.getByRole('row', { name: new RegExp(SYMBOL) });
    await row.waitFor();
    // By hand: 2 × (110 − 100) − 2 fees.
    expect((await detailsOf(await entryOf())).net_pnl).toBe('18');
    expect(await row.textContent()).toContain('+18 USDT');
    expect(await row.textContent()).toContain('+9.00\u00a0%');
  });

  it('shows legs and costs, and says what changed meanwhile before it overwrites anything', async () => {
    const id = await entryOf();
    const view = await openConsole(`/console/journal/${id}`);
    const { page } = view;
    await page.getByRole('table', { name: /Fills that the trade is made of/ }).waitFor();
    await axe(view);

    const details = page.getByRole('region', { name: 'Details' });
    await details.getByRole('button', { name: 'Edit' }).click();
    await details.getByLabel('Stop').fill('95');
    await api.patch(`/trade-journal/${id}/details`, { target: '120' });
    view.expectProblem(412, `/api/v1/trade-journal/${id}/details`);
    await details.getByRole('button', { name: 'Save', exact: true }).click();
    const changed = details.getByRole('row', { name: /Target/ });
    await changed.waitFor();
    expect(await changed.textContent()).toContain('120');
    await details.getByRole('button', { name: 'Save my changes all the same' }).click();
    await details.getByRole('button', { name: 'Edit' }).waitFor();
    // By hand: 18 over 2 × (100 − 95).
    expect(await detailsOf(id)).toMatchObject({ stop: '95', target: '120', r_multiple: 1.8 });
    await page.getByText('1.80').waitFor();
  });

  it('has statistics by eight groupings, and positions', async () => {
    const view = await openConsole('/console/journal?tab=statistics', { theme: 'dark' });
    const { page } = view;
    await page.getByLabel('Account').fill(ACCOUNT);
    await page.getByLabel('Grouped by').selectOption('month');
    const row = page.getByRole('row', { name: /2024-01/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('+18 USDT');
    expect(await page.getByLabel('Grouped by').locator('option').count()).toBe(9);
    await page.getByRole('link', { name: 'Positions' }).click();
    const position = page.getByRole('row', { name: new RegExp(SYMBOL) });
    await position.waitFor();
    await axe(view);
  });

  it('writes an entry by hand, says what is wrong with a field, and deletes it', async () => {
    const view = await openConsole('/console/journal?tab=new');
    const { page } = view;
    await page.getByLabel('Symbol').fill('JOURNAL-HAND/USDT');
    await page.getByLabel('Entry price').fill('-1');
    view.expectProblem(422, '/api/v1/trade-journal');
    await page.getByRole('button', { name: 'Write the entry' }).click();
    await page.locator('.error').first().waitFor();
    await page.getByLabel('Entry price').fill('100.50');
    await page.getByRole('button', { name: 'Write the entry' }).click();
    await page.getByRole('heading', { level: 1, name: /JOURNAL-HAND/ }).waitFor();
    const address = page.url();
    const id = Number(address.split('/').at(-1));
    expect(await api.get(`/trade-journal/${id}`)).toMatchObject({ entry_price: '100.50', side: 'buy' });

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the entry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trade journal' }).waitFor();
    await eventually(async () => {
      const { total } = await api.get<{ total: number }>('/trade-journal?symbol=JOURNAL-HAND%2FUSDT');
      expect(total).toBe(0);
    });
    view.expectProblem(404, `/api/v1/trade-journal/${id}`);
    view.expectProblem(404, `/api/v1/trade-journal/${id}/details`);
    await view.open(new URL(address).pathname);
    await page.getByRole('heading', { name: 'No journal entry has this number' }).waitFor();
  });
});
