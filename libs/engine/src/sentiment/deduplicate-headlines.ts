import { Headline } from './headline';

const SAME_STORY_MILLISECONDS = 72 * 3_600_000;
const SAME_STORY_SHARE = 0.8;
/** " - Reuters", " | CoinDesk": short, and behind the last separator. */
const TRAILING_SOURCE = /\s+[-|–—]\s+[^-|–—]{1,40}$/u;

const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by for from has have in is it its of on or that the this to was were will with'.split(
    ' ',
  ),
);

interface Story {
  readonly link: string | null;
  readonly words: ReadonlySet<string>;
  readonly publishedAt: number;
}

/**
 * One headline per story, the earliest: the same link, or titles that share four fifths of their words (Jaccard index) within
 * three days. What news agencies sell is printed many times; it should count once. Answers in the order of publication.
 */
export function deduplicateHeadlines<H extends Headline>(headlines: readonly H[]): H[] {
  const ascending = [...headlines].sort((a, b) => a.publishedAt - b.publishedAt);
  const kept: { readonly headline: H; readonly story: Story }[] = [];
  for (const headline of ascending) {
    const story = storyOf(headline);
    if (!kept.some((other) => isSameStory(other.story, story))) kept.push({ headline, story });
  }
  return kept.map(({ headline }) => headline);
}

/** The words that tell a title from others, without the name of who printed it. */
export function wordsOfTitle(title: string): Set<string> {
  const words = title
    .normalize('NFKC')
    .replace(TRAILING_SOURCE, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}%$]+/u)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return new Set(telling.length > 0 ? telling : words);
}

function storyOf({ title, link, publishedAt }: Headline): Story {
  return { link: canonicalLink(link), words: wordsOfTitle(title), publishedAt };
}

/** Without what only says where the reader came from. */
function canonicalLink(link: string | null): string | null {
  if (link === null) return null;
  return link
    .replace(/#.*$/, '')
    .replace(/([?&])(utm_[^&]*|ref=[^&]*|source=[^&]*)(?=&|$)/g, '$1')
    .replace(/[?&]+$/, '')
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '')
    .toLowerCase();
}

function isSameStory(a: Story, b: Story): boolean {
  if (b.publishedAt - a.publishedAt > SAME_STORY_MILLISECONDS) return false;
  if (a.link !== null && a.link === b.link) return true;
  let shared = 0;
  for (const word of b.words) if (a.words.has(word)) shared++;
  const all = a.words.size + b.words.size - shared;
  return all > 0 && shared / all >= SAME_STORY_SHARE;
}
