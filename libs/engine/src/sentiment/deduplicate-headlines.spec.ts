import { deduplicateHeadlines, type PublishedHeadline } from './deduplicate-headlines';

const HOUR = 3_600_000;

const headline = (title: string, hours: number, link: string | null = null): PublishedHeadline => ({
  title,
  summary: null,
  link,
  publishedAt: hours * HOUR,
});

/** By hand: words of five letters, so that none is a stop word, in a generator's order (Numerical Recipes). */
function randomHeadlines(
  count: number,
  vocabulary: number,
): { headline: PublishedHeadline; words: Set<string> }[] {
  let state = 7;
  const next = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, (_, index) => {
    const words = Array.from(
      { length: 1 + next(12) },
      () => `word${String.fromCharCode(97 + next(vocabulary))}`,
    );
    return { headline: headline(words.join(' '), index), words: new Set(words) };
  });
}

describe('headlines of one story', () => {
  it.each([3, 6, 12])(
    'are found as if each were compared with each kept before it, of %i words',
    (vocabulary) => {
      const all = randomHeadlines(600, vocabulary);
      // The definition of the Jaccard index, pair by pair.
      const kept: typeof all = [];
      for (const one of all) {
        const isKnown = kept.some(({ headline: { publishedAt }, words }) => {
          const shared = [...one.words].filter((word) => words.has(word)).length;
          const isNear = one.headline.publishedAt - publishedAt <= 72 * HOUR;
          return isNear && 5 * shared >= 4 * new Set([...words, ...one.words]).size;
        });
        if (!isKnown) kept.push(one);
      }
      expect(kept.length).toBeGreaterThan(10);
      expect(kept.length).toBeLessThan(600);
      expect(deduplicateHeadlines(all.map((one) => one.headline))).toEqual(kept.map((one) => one.headline));
    },
  );

  it('share a link, whatever they say, for three days', () => {
    const link = 'https://www.news.example/1?utm_source=feed';
    const first = headline('Bitcoin rises', 0, link);
    const later = headline('Something else', 73, link);
    const published = [headline('Published anew', 1, 'http://news.example/1'), first, later];
    expect(deduplicateHeadlines(published)).toEqual([first, later]);
  });
});
