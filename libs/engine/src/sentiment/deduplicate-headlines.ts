const SAME_STORY_MILLISECONDS = 72 * 3_600_000;
const SAME_STORY_SHARE = 0.8;
const ROUNDING = 1e-9;
/** " - Reuters", " | CoinDesk": short, and after the last separator. */
const TRAILING_SOURCE = /\s+[-|–—]\s+[^-|–—]{1,40}$/u;

const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by for from has have in is it its of on or that the this to was were will with'.split(
    ' ',
  ),
);

/** A headline as it was published; times are milliseconds since 1970 UTC. */
export interface PublishedHeadline {
  readonly title: string;
  readonly summary: string | null;
  readonly link: string | null;
  readonly publishedAt: number;
}

interface Story {
  readonly link: string | null;
  readonly words: ReadonlySet<string>;
  readonly publishedAt: number;
}

/**
 * One headline per story, the earliest: the same link, or titles that share four fifths of their words (Jaccard index) within
 * three days. What news agencies sell is printed many times; it should count once. Answers in the order of publication.
 */
export function deduplicateHeadlines<H extends PublishedHeadline>(headlines: readonly H[]): H[] {
  const ascending = [...headlines].sort((a, b) => a.publishedAt - b.publishedAt);
  const stories = ascending.map(storyOf);
  const frequencies = new Map<string, number>();
  for (const { words } of stories) {
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const keptByLink = new Map<string, Story>();
  const keptByWord = new Map<string, Story[]>();
  return ascending.filter((_, index) => {
    const story = stories[index];
    const rareWords = rarestWords(story, frequencies);
    const sameLink = story.link === null ? undefined : keptByLink.get(story.link);
    const isKnown =
      (sameLink !== undefined && isSameStory(sameLink, story)) ||
      rareWords.some((word) => keptByWord.get(word)?.some((other) => isSameStory(other, story)));
    if (isKnown) return false;
    if (story.link !== null) keptByLink.set(story.link, story);
    for (const word of rareWords) {
      const others = keptByWord.get(word);
      if (others) others.push(story);
      else keptByWord.set(word, [story]);
    }
    return true;
  });
}

/**
 * So many of a title's rarest words that two titles of one story have one of them in common: of n words they share at least
 * 0.8 n, so those cannot all lie after the first 0.2 n + 1 of an order that both follow. Only such pairs are compared.
 */
function rarestWords({ words }: Story, frequencies: ReadonlyMap<string, number>): string[] {
  const ascending = [...words].sort((a, b) => frequencies.get(a)! - frequencies.get(b)! || (a < b ? -1 : 1));
  const shared = Math.ceil(SAME_STORY_SHARE * words.size - ROUNDING);
  return ascending.slice(0, words.size - shared + 1);
}

/** The words that distinguish a title from others, without the name of who printed it. */
function wordsOfTitle(title: string): Set<string> {
  const words = title
    .normalize('NFKC')
    .replace(TRAILING_SOURCE, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}%$]+/u)
    .filter((word) => word !== '');
  const distinctive = words.filter((word) => !STOP_WORDS.has(word));
  return new Set(distinctive.length > 0 ? distinctive : words);
}

function storyOf({ title, link, publishedAt }: PublishedHeadline): Story {
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
  // Few may differ; most pairs differ in their first words.
  let differing = (a.words.size + b.words.size) / (1 + SAME_STORY_SHARE) - a.words.size + ROUNDING;
  let shared = 0;
  for (const word of b.words) {
    if (a.words.has(word)) shared++;
    else if (--differing < 0) return false;
  }
  const all = a.words.size + b.words.size - shared;
  return all > 0 && shared / all >= SAME_STORY_SHARE;
}
