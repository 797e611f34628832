import { api } from '../support/api';
import { waveOfCandles } from '../support/candles';
import { openConsole } from '../support/console-page';
import { seeDialog } from '../support/dialogs';
import { eventually } from '../support/eventually';

const SERIES = { exchange: 'example', symbol: 'DIALOGS-PAGE/USDT', interval: '1h' };
const RUN = { ...SERIES, strategy_name: 'sma_cross', start_date: '2024-01-01', end_date: '2024-01-05' };
/** A candle far from its neighbours, which is held. */
const SPIKE = '2024-01-02T05:00:00';
const HELD = { ...SERIES, symbol: 'DIALOGS-HELD/USDT' };

interface Identified {
  readonly id: number;
}

describe('a dialog', () => {
  let run: Identified;

  beforeAll(async () => {
    await api.uploadCandles(SERIES, waveOfCandles({ count: 120 }));
    run = await api.backtest(RUN);
  });

  it('confirms that a run is deleted', async () => {
    const view = await openConsole(`/console/backtests/${run.id}`);
    const opener = view.page.getByRole('button', { name: 'Delete', exact: true });
    expect(await seeDialog(view, opener, 'Delete')).toContain(`DELETE /api/v1/backtesting/${run.id}`);
    // Enter twice deletes nothing.
    await opener.press('Enter');
    const keep = view.page.getByRole('dialog').getByRole('button', { name: 'Keep it' });
    await eventually(async () =>
      expect(await keep.evaluate((element) => element === document.activeElement)).toBe(true),
    );
    await view.page.keyboard.press('Enter');
    await keep.waitFor({ state: 'detached' });
    expect(await api.get(`/backtesting/${run.id}/report`)).toMatchObject({ id: run.id });
  });

  it('confirms that a run is cancelled', async () => {
    const { id } = await api.backtest(RUN);
    await api.patch(`/backtesting/${id}`, { status: 'running' });
    const view = await openConsole(`/console/backtests/${id}`);
    const opener = view.page.getByRole('button', { name: 'Cancel the run' });
    expect(await seeDialog(view, opener, 'Cancel the run')).toContain('cancelled by deleting it');
    await api.patch(`/backtesting/${id}`, { status: 'completed' });
    await view.page.getByRole('heading', { name: 'Verdict' }).waitFor();
  });

  it('takes a tag for the selected runs, which Enter sends, and confirms that they are deleted', async () => {
    const search = new URLSearchParams({ symbol: SERIES.symbol });
    const view = await openConsole(`/console/runs?${search}`);
    const { page } = view;
    await page.getByLabel(`Select Backtest ${run.id}`, { exact: true }).check();
    const tag = page.getByRole('button', { name: 'Add a tag' });
    await seeDialog(view, tag, 'Add a tag to the selected runs');
    await seeDialog(view, page.getByRole('button', { name: 'Delete the selected' }), /^Delete/);
    await tag.press('Enter');
    await page.getByRole('dialog').getByLabel('Tag').fill('by-keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'by-keyboard' }).waitFor();
  });

  it('changes the calendar of a series', async () => {
    const view = await openConsole('/console/series');
    await view.page.getByLabel('Exchange or symbol contains').fill('dialogs-page');
    const opener = view.page.getByRole('button', { name: `change the calendar of ${SERIES.symbol}` });
    await seeDialog(view, opener, `Calendar of ${SERIES.symbol} on ${SERIES.exchange}`);
  });

  it('confirms that a held candle is released or discarded', async () => {
    const lines = waveOfCandles({ count: 48 }).split('\n');
    const spiked = lines.map((line) =>
      line.startsWith(SPIKE) ? `${line.split(',')[0]},9000,9000,9000,9000,1` : line,
    );
    await api.post(`/market-data/candlesticks/bulk?${new URLSearchParams(HELD)}`, spiked.join('\n'), {
      headers: { 'content-type': 'text/csv' },
    });
    const view = await openConsole(`/console/quarantine?${new URLSearchParams(HELD)}`);
    const row = view.page.getByRole('row', { name: /2024-01-02 05:00/ });
    await seeDialog(view, row.getByRole('button', { name: /^Release / }), /^Release /);
    await seeDialog(view, row.getByRole('button', { name: /^Discard / }), /^Discard /);
  });

  it('confirms that records are deleted, and that a link of an idea is removed', async () => {
    const entry = await api.post<Identified>('/trade-journal', {
      symbol: SERIES.symbol,
      side: 'buy',
      entry_price: '100',
    });
    const idea = await api.post<Identified>('/strategy-ideas', {
      name: 'Dialogs',
      description: 'Described.',
    });
    await api.post(`/strategy-ideas/${idea.id}/evidence`, { kind: 'backtest', run_id: run.id });
    const view = await openConsole(`/console/journal/${entry.id}`);
    const { page, open } = view;
    await seeDialog(view, page.getByRole('button', { name: 'Delete', exact: true }), 'Delete');
    await open(`/console/ideas/${idea.id}`);
    await seeDialog(view, page.getByRole('button', { name: 'Delete', exact: true }), 'Delete');
    const unlink = page.getByRole('button', { name: 'Unlink' });
    await seeDialog(view, unlink, 'Unlink');

    // What opened the dialog is removed with the link: the reader goes on in the page.
    await unlink.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink the run' }).press('Enter');
    await unlink.waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.evaluate(() => document.activeElement?.id)).toBe('main'));
  });

  it('holds the navigation of narrow screens', async () => {
    const view = await openConsole('/console/settings', { width: 390 });
    const words = await seeDialog(view, view.page.getByRole('button', { name: 'Menu' }), 'Pages');
    expect(words).toContain('Candle chart');
  });

  it('is no need for editing in place: the first field has the focus, and Edit after it', async () => {
    const { page } = await openConsole(`/console/backtests/${run.id}`);
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    const isFocused = (element: Element) => element === document.activeElement;
    await edit.press('Enter');
    await eventually(async () =>
      expect(await page.getByRole('textbox', { name: 'Name' }).evaluate(isFocused)).toBe(true),
    );
    await page.getByRole('button', { name: 'Leave as it is' }).press('Enter');
    await eventually(async () => expect(await edit.evaluate(isFocused)).toBe(true));
  });

  it('explains a term, and Escape leads back to it', async () => {
    const { page } = await openConsole(`/console/backtests/${run.id}`);
    const term = page.locator('button.term').first();
    await term.press('Enter');
    const meaning = page.getByRole('dialog', { name: 'What this means' });
    await meaning.waitFor();
    await page.keyboard.press('Escape');
    await meaning.waitFor({ state: 'detached' });
    await eventually(async () => {
      expect(await term.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });
});
