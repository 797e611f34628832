import { aggregateHeadlines } from './aggregate-headlines';
import { deduplicateHeadlines, type PublishedHeadline } from './deduplicate-headlines';

const NOW = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;

const headline = (
  title: string,
  hoursAgo: number,
  rest: Partial<PublishedHeadline> = {},
): PublishedHeadline => ({
  title,
  summary: null,
  link: null,
  publishedAt: NOW - hoursAgo * HOUR,
  ...rest,
});

/** The title says its score. */
const score = (text: string) => Number(/score (-?[\d.]+)/.exec(text)?.[1] ?? 0);

describe('aggregateHeadlines', () => {
  it('gives a headline of a day ago half the weight of one of now', () => {
    // By hand: (1 × 0.6 + 1/2 × -0.3) / 1.5.
    const sentiment = aggregateHeadlines(
      [headline('one score 0.6', 0), headline('other score -0.3', 24)],
      NOW,
      score,
    );
    expect(sentiment).toMatchObject({ score: 0.3, signal: 'bullish', count: 2 });
  });

  it('counts a title seven tenths and its summary three', () => {
    // By hand: 0.7 × 0.1 + 0.3 × -0.9.
    const sentiment = aggregateHeadlines([headline('score 0.1', 1, { summary: 'score -0.9' })], NOW, score);
    expect(sentiment).toMatchObject({ score: -0.2, signal: 'bearish' });
  });

  it('knows nothing of what is published later, and forgets what is older than three days', () => {
    const titles = [
      headline('later score 1', -0.1),
      headline('old score 1', 72.1),
      headline('now score -1', 72),
    ];
    expect(aggregateHeadlines(titles, NOW, score)).toMatchObject({ score: -1, count: 1 });
  });

  it.each([
    [0.05, 'bullish'],
    [0.0499, 'neutral'],
    [-0.0499, 'neutral'],
    [-0.05, 'bearish'],
  ])('calls %s %s', (value, signal) => {
    // The thresholds that VADER's README gives.
    expect(aggregateHeadlines([headline(`score ${value}`, 0)], NOW, score).signal).toBe(signal);
  });

  it('shows the five titles that weigh the most', () => {
    const titles = [1, 6, 3, 5, 2, 4].map((tenths) => headline(`story${tenths} score ${tenths / -10}`, 0));
    expect(aggregateHeadlines(titles, NOW, score).samples.map((title) => title.slice(0, 6))).toEqual([
      ...['story6', 'story5', 'story4', 'story3', 'story2'],
    ]);
  });

  it('is neutral without headlines', () => {
    expect(aggregateHeadlines([], NOW, score)).toEqual({
      score: 0,
      signal: 'neutral',
      count: 0,
      samples: [],
      shares: [],
    });
  });
});

describe('deduplicateHeadlines', () => {
  const titles = (headlines: PublishedHeadline[]) =>
    deduplicateHeadlines(headlines).map(({ title }) => title);

  it('keeps the earliest of the same story from several papers', () => {
    expect(
      titles([
        headline('Fed holds interest rates steady - CNBC', 1),
        headline('Fed Holds Interest Rates Steady', 3),
        headline('The Fed holds interest rates steady | Reuters', 2),
      ]),
    ).toEqual(['Fed Holds Interest Rates Steady']);
  });

  it('takes titles with four fifths of their words in common for one story, and with fewer for two', () => {
    // By hand: 8 words shared of 10 are four fifths; 7 of 11 are fewer.
    const first = 'alpha bravo charlie delta echo foxtrot golf hotel india';
    expect(titles([headline(first, 2), headline(first.replace('india', 'juliet'), 1)])).toHaveLength(1);
    expect(
      titles([headline(first, 2), headline(first.replace('india', 'juliet').replace('hotel', 'kilo'), 1)]),
    ).toHaveLength(2);
  });

  it('takes the same link for the same story, whatever campaign it came by', () => {
    const link = 'https://www.example.com/story?id=7';
    expect(
      titles([
        headline('first title entirely', 2, { link }),
        headline('second words altogether', 1, { link: `${link}&utm_source=rss#top` }),
        headline('third thing here', 1, { link: 'https://example.com/story?id=8' }),
      ]),
    ).toEqual(['first title entirely', 'third thing here']);
  });

  it('lets a story come again after three days', () => {
    expect(
      titles([headline('Bitcoin halving today', 80), headline('Bitcoin halving today', 1)]),
    ).toHaveLength(2);
  });
});
