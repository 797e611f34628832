import { sign } from 'jsonwebtoken';
import { type Browser, chromium } from 'playwright-core';

interface Run {
  /** The service's address, without a slash at its end. */
  readonly origin: string;
  /** The token that `npm start` prints. */
  readonly token: string;
  readonly secret: string;
  /** Where the service keeps everything, its equity prices in `equities`. */
  readonly dataDirectory: string;
  readonly browser: string;
}

const run = JSON.parse(process.env['CONSOLE_RUN'] ?? '{}') as Run;
let browser: Promise<Browser> | undefined;

export const { origin, token, dataDirectory } = run;

/** A token that the service accepts, of this subject; one that has expired with a negative number of seconds. */
export function tokenFor(
  subject: string,
  { secondsLeft = 3_600 }: { readonly secondsLeft?: number } = {},
): string {
  return sign({ sub: subject }, run.secret, { algorithm: 'HS256', expiresIn: secondsLeft });
}

/** The browser of the run; each suite has a connection of its own. */
export function connectBrowser(): Promise<Browser> {
  return (browser ??= chromium.connect(run.browser));
}

export async function leaveBrowser(): Promise<void> {
  await (await browser)?.close();
}
