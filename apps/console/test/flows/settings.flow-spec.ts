import { axe } from '../support/axe';
import { type ConsolePage, openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';
import { token, tokenFor } from '../support/run';

const themeOf = ({ page }: ConsolePage) => page.evaluate(() => document.documentElement.dataset['theme']);
const groundOf = ({ page }: ConsolePage) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

describe('settings', () => {
  it('keep a theme whatever the system prefers, or follow it', async () => {
    const view = await openConsole('/console/settings', { theme: 'dark' });
    const { page } = view;
    expect(await themeOf(view)).toBe('dark');
    const dark = await groundOf(view);

    // By keyboard alone.
    await page.getByLabel('Theme').focus();
    await page.keyboard.press('l');
    await eventually(async () => expect(await themeOf(view)).toBe('light'));
    expect(await groundOf(view)).not.toBe(dark);
    await page.reload();
    await view.settled();
    expect(await page.getByLabel('Theme').inputValue()).toBe('light');
    expect(await themeOf(view)).toBe('light');
    await axe(view, ['dark']);

    await page.getByLabel('Theme').selectOption('system');
    await eventually(async () => expect(await themeOf(view)).toBe('dark'));
    await page.emulateMedia({ colorScheme: 'light' });
    await eventually(async () => expect(await themeOf(view)).toBe('light'));
  });

  it('show times in UTC, whatever the browser has, or in the chosen time zone', async () => {
    const view = await openConsole('/console/settings', { timeZone: 'Asia/Tokyo' });
    const { page } = view;
    const example = page.getByText(/^Times are shown as /);
    expect(await example.textContent()).toContain('2026-01-31 13:45');
    await page.getByLabel('Time zone').selectOption('America/New_York');
    // Eastern Standard Time is five hours less than UTC.
    await eventually(async () => expect(await example.textContent()).toContain('2026-01-31 08:45'));

    await page.reload();
    await view.settled();
    expect(await example.textContent()).toContain('2026-01-31 08:45');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click();
    // The rows are of summers and winters.
    await page.getByRole('columnheader', { name: 'Submitted (America/New_York)' }).waitFor();
    await view.settled();
  });

  it('say whose the token is and until when, and let another one replace it', async () => {
    const { page } = await openConsole('/console/settings', { token: tokenFor('flow-settings') });
    await page.getByText(/The token is for flow-settings; it expires at \d{4}-\d\d-\d\d \d\d:\d\d/).waitFor();
    await page.getByRole('button', { name: 'Use another token' }).click();
    await page.getByRole('heading', { name: 'Token needed', level: 1 }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Token needed', level: 1 }).waitFor();
    await page.getByLabel('Token (JWT)').fill(token);
    await page.getByRole('button', { name: 'Use this token' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(await page.getByText('flow-settings').count()).toBe(0);
  });
});
