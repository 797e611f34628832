import { source } from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { ConsolePage } from './console-page';

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** All that can differ in another theme. */
const OF_COLOURS: RunOptions = { ...OPTIONS, runOnly: ['color-contrast', 'link-in-text-block'] };
export const THEMES = ['light', 'dark'] as const;

/**
 * Fails with a list of what axe finds wrong with the page as it is, or with the part of it that a selector names: by all rules in the
 * first theme, by those of colours in the others.
 */
export async function axe(
  { page, settled }: ConsolePage,
  themes: readonly (typeof THEMES)[number][] = THEMES,
  part = 'html',
): Promise<void> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await settled();
    const options = index === 0 ? OPTIONS : OF_COLOURS;
    const violations = await page.evaluate(findViolations, { part, options });
    found.push(...violations.map((text) => `${colorScheme}: ${text}`));
  }
  if (found.length > 0)
    throw new Error(`axe finds on ${new URL(page.url()).pathname}:\n- ${found.join('\n- ')}`);
}

interface Search {
  readonly part: string;
  readonly options: RunOptions;
}

async function findViolations({ part, options }: Search): Promise<string[]> {
  const { axe: checker } = window as unknown as {
    axe: { run: (context: Element, options: RunOptions) => Promise<AxeResults> };
  };
  const { violations } = await checker.run(document.querySelector(part)!, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '', html }) => {
      const why = failureSummary.replace(/^.*\n\s*/, '').replace(/\n\s*/g, '; ');
      return `${id} (${help}) at ${target.join(' ')}: ${why}\n    ${html.slice(0, 200)}`;
    }),
  );
}
