import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from './eventually';
import { PageWatch } from './page-watch';
import { connectBrowser, origin, token as ownToken } from './run';

export interface ConsoleOptions {
  /** What the system prefers; the page follows it unless its settings say otherwise. */
  readonly theme?: 'light' | 'dark';
  /** In CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Of the browser, as the IANA database names it. */
  readonly timeZone?: string;
  readonly reducedMotion?: boolean;
  /** `null`: without one. */
  readonly token?: string | null;
  /** Stays open until the end of the suite, which opens one address after the other in it. */
  readonly lasting?: boolean;
}

/** A tab of the console in a browser context of its own, watched until the flow ends. */
export interface ConsolePage {
  readonly page: Page;
  /** Loads an address of the console, and waits until it is there: `settled()`. */
  readonly open: (path: string) => Promise<void>;
  /** Resolves when nothing is loading: no request without an answer, no `aria-busy`, no status “Loading …”, no animation, and a heading. */
  readonly settled: () => Promise<void>;
  /** Announces an answer of this status (`'away'`: none at all) to a path without its query; then it must come. */
  readonly expectProblem: (status: number | 'away', path: string | RegExp) => void;
}

interface Opened {
  readonly context: BrowserContext;
  readonly watch: PageWatch;
  readonly lasting: boolean;
}

/** How long an action may wait for what it needs, on a machine that others use, too. */
const PATIENCE_MILLISECONDS = 50_000;

let opened: Opened[] = [];

/** Opens the console at a path, with a token that it gets by the fragment, and waits until it is there. */
export async function openConsole(path = '/', options: ConsoleOptions = {}): Promise<ConsolePage> {
  const view = await newConsole(options);
  const { token = ownToken } = options;
  await view.open(token === null ? path : `${path}#token=${token}`);
  return view;
}

/** A tab that shows nothing yet: for what must be prepared before the console is opened. */
export async function newConsole({
  theme = 'light',
  width = 1280,
  height = 900,
  timeZone = 'UTC',
  reducedMotion = false,
  token = ownToken,
  lasting = false,
}: ConsoleOptions = {}): Promise<ConsolePage> {
  const browser = await connectBrowser();
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    timezoneId: timeZone,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    locale: 'en-GB',
  });
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const watch = new PageWatch(origin, token ?? undefined);
  opened.push({ context, watch, lasting });
  await watch.follow(context);
  const page = await context.newPage();
  const settled = () => waitUntilSettled(page, watch);
  return {
    page,
    open: async (path) => {
      await page.goto(path);
      await settled();
    },
    settled,
    expectProblem: (status, path) => watch.expect(status, path),
  };
}

async function waitUntilSettled(page: Page, watch: PageWatch): Promise<void> {
  await page.locator('h1').first().waitFor();
  await eventually(async () => {
    expect(watch.waiting).toEqual([]);
    expect(await page.evaluate(isBusy)).toBe(false);
    // An answer is drawn, and may request the next thing, a moment later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
    expect(watch.waiting).toEqual([]);
    expect(await page.evaluate(isBusy)).toBe(false);
  });
}

function isBusy(): boolean {
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  });
  const isLoading = [...document.querySelectorAll('[role="status"], [aria-busy="true"]')].some(
    (status) => status.ariaBusy === 'true' || status.textContent.startsWith('Loading'),
  );
  return isMoving || isLoading;
}

/** Fails with everything that went wrong in the flow, and closes what it opened. */
export async function endFlow(): Promise<void> {
  const problems = opened.flatMap(({ watch }) => watch.take());
  await closeConsoles(({ lasting }) => !lasting);
  if (problems.length > 0) throw new Error(`In the page:\n- ${problems.join('\n- ')}`);
}

export function endSuite(): Promise<void> {
  return closeConsoles(() => true);
}

async function closeConsoles(choose: (console: Opened) => boolean): Promise<void> {
  const closing = opened.filter(choose);
  opened = opened.filter((console) => !choose(console));
  await Promise.all(closing.map(({ context }) => context.close()));
}
