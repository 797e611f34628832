import type { Page } from 'playwright-core';
import { axe } from '../support/axe';
import { everyChartHasATable } from '../support/charts';
import { type ConsolePage, openConsole } from '../support/console-page';
import { arrangeRecords, ROUTES, type Shown } from '../support/routes';

/** A telephone, whose window becomes as wide as a large screen; a laptop, in the other theme. */
const TELEPHONE = { width: 390, height: 900, theme: 'light', reducedMotion: true } as const;
const LAPTOP = { width: 1280, theme: 'dark' } as const;
const LARGE = { width: 2560, height: 1440 } as const;
/** More than lie before the navigation on any page. */
const MOST_TABS = 8;

describe('every page', () => {
  let records: Shown;
  let telephone: ConsolePage;
  let laptop: ConsolePage;

  beforeAll(async () => {
    records = await arrangeRecords();
    [telephone, laptop] = await Promise.all([
      openConsole('/', { ...TELEPHONE, lasting: true }),
      openConsole('/', { ...LAPTOP, lasting: true }),
    ]);
  });

  it.each(Object.keys(ROUTES))(
    '%s: on every screen, in both themes, for keyboard and screen reader',
    async (name) => {
      const path = ROUTES[name]!(records);
      await Promise.all([seeNarrowAndWide(telephone, path), seeOnLaptop(laptop, path)]);
    },
  );
});

async function seeNarrowAndWide(view: ConsolePage, path: string): Promise<void> {
  const { page, open, settled } = view;
  await page.setViewportSize(TELEPHONE);
  await open(path);
  await expectPage(page, TELEPHONE.width);
  expect(await page.evaluate(animationsOfAChange)).toBe(0);
  await axe(view, ['light']);
  await page.setViewportSize(LARGE);
  await settled();
  await expectPage(page, LARGE.width);
}

async function seeOnLaptop(view: ConsolePage, path: string): Promise<void> {
  const { page, open } = view;
  await open(path);
  await expectPage(page, LAPTOP.width);
  await everyChartHasATable(page, { atLeast: 0 });
  await reachNavigation(page);
  await axe(view, ['dark']);
}

async function expectPage(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(describePage)).toEqual({
    headings: [expect.stringMatching(/\S/)],
    title: expect.stringMatching(/^\S.* · Candelabra$/),
    width,
    fragment: '',
  });
}

/** Of all that is drawn, once its color has changed: a transition begins then, if there is one. */
function animationsOfAChange(): number {
  document.documentElement.style.color = 'red';
  const { length } = document.getAnimations();
  document.documentElement.style.color = '';
  return length;
}

/** `width` is how far one can scroll to the side, which is the window's where nothing overflows. */
function describePage(): { headings: string[]; title: string; width: number; fragment: string } {
  return {
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.innerText),
    title: document.title,
    width: document.documentElement.scrollWidth,
    fragment: location.hash,
  };
}

/** By the Tab key alone: first the link that skips the navigation, and does, then the navigation. */
async function reachNavigation(page: Page): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement!;
      return {
        text: element.textContent,
        isIn: element.closest('nav, main, header')?.tagName ?? 'BODY',
        isSeen: element.checkVisibility() && element.getBoundingClientRect().top >= 0,
      };
    });
  await page.keyboard.press('Tab');
  expect(await focused()).toEqual({ text: 'Skip to the page', isIn: 'BODY', isSeen: true });
  const reached: string[] = [];
  while (reached.at(-1) !== 'NAV' && reached.length < MOST_TABS) {
    await page.keyboard.press('Tab');
    reached.push((await focused()).isIn);
  }
  expect(reached.at(-1)).toBe('NAV');
}
