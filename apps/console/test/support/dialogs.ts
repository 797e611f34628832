import type { Locator } from 'playwright-core';
import { axe, THEMES } from './axe';
import type { ConsolePage } from './console-page';
import { eventually } from './eventually';

/** More steps than any dialog has controls: the focus went round at least once. */
const STEPS = 12;

/**
 * Opens a dialog by the keyboard, and sees that it has a name, that axe finds nothing in it in both themes, that Tab stays within in
 * both directions, and that Escape closes it and gives the focus back to what opened it. Answers what it says.
 */
export async function seeDialog(view: ConsolePage, opener: Locator, name: string | RegExp): Promise<string> {
  const { page, settled } = view;
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  await settled();
  const words = (await dialog.textContent()) ?? '';
  for (const key of ['Tab', 'Shift+Tab']) {
    const reached = new Set<string>();
    for (let step = 0; step < STEPS; step++) {
      await page.keyboard.press(key);
      reached.add(await page.evaluate(describeFocus));
    }
    expect([...reached].filter((focus) => !focus.startsWith('dialog'))).toEqual([]);
    expect(reached.size).toBeGreaterThan(0);
  }
  await axe(view, THEMES, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => {
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });
  return words;
}

/** Whether the focus is in the dialog, and on what. */
function describeFocus(): string {
  const element = document.activeElement!;
  return `${element.closest('[role="dialog"]') ? 'dialog' : 'page'}: ${element.tagName} ${element.textContent}`;
}
