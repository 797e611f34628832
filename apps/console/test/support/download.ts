import type { Page } from 'playwright-core';
import { text } from 'node:stream/consumers';

/** The text of the file that an action saves. */
export async function downloadedText(page: Page, action: () => Promise<unknown>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  return text(await download.createReadStream());
}
