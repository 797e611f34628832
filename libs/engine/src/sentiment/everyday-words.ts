import { FINANCE_WORDS } from './finance-words';
import { type HeadlineItem, type HeadlineItems } from './headline-items';

const OURS: ReadonlySet<string> = new Set(FINANCE_WORDS.map(([word]) => word));
/** What an everyday word counts beside words of markets. */
const EVERYDAY = 0.6;

/** Words of everyday speech count less where words of markets, or the rules, say something as well. */
export function weighEveryday(items: HeadlineItems): void {
  const isOurs = ({ word, value, own }: HeadlineItem) =>
    value !== own || word.includes(' ') || OURS.has(word);
  if (!items.some((item) => !!item.value && isOurs(item))) return;
  for (const item of items) if (item.value && !isOurs(item)) item.value *= EVERYDAY;
}
