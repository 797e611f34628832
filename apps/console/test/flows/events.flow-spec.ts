import { api } from '../support/api';
import { axe } from '../support/axe';
import { openConsole } from '../support/console-page';

const CANDLE = { exchange: 'example', symbol: 'EVENTS-PAGE/USDT', interval: '1h', volume: '1' };
const candleAt = (hour: number, close: string) =>
  api.post('/market-data/candlesticks', {
    ...CANDLE,
    open_time: `2024-01-01T0${hour}:00:00Z`,
    ...{ open: '1', high: '9', low: '1', close },
  });

describe('events', () => {
  it('appear as they happen, wait while paused, and have their data as fields and JSON', async () => {
    const view = await openConsole('/console/events');
    const { page } = view;
    await page.getByLabel('Symbol').fill(CANDLE.symbol);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('live', { exact: true }).waitFor();

    await candleAt(1, '2');
    const first = page.getByRole('row', { name: /EVENTS-PAGE/ });
    await first.waitFor();
    expect(await first.textContent()).toContain('candle.closed');
    await first.locator('summary').click();
    await first.getByText('"datacontenttype": "application/json"').waitFor();
    await axe(view);

    await page.getByRole('button', { name: 'Pause' }).click();
    await candleAt(2, '3');
    await page.getByText('1 wait until you continue').waitFor();
    expect(await page.getByRole('row', { name: /EVENTS-PAGE/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('row', { name: /EVENTS-PAGE/ })
      .nth(1)
      .waitFor();
  });

  it('are narrowed by kind', async () => {
    const { page } = await openConsole('/console/events', { width: 390, theme: 'dark' });
    await page.getByLabel('Symbol').fill(CANDLE.symbol);
    await page.getByLabel('Kind').selectOption('candle.corrected');
    await page.getByText('live', { exact: true }).waitFor();
    await candleAt(3, '2');
    await candleAt(3, '4');
    const row = page.getByRole('row', { name: /EVENTS-PAGE/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('candle.corrected');
    expect(await row.count()).toBe(1);
  });
});

describe('dead letters', () => {
  it('say where they come from when there are none', async () => {
    const { page } = await openConsole('/console/dead-letters');
    await page.getByText('No message waits for a decision.').waitFor();
  });
});
