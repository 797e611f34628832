import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFixture } from '../../test/read-fixture';
import { scoreText } from './score-text';
import { readVaderWords, type SentimentLexicon } from './sentiment-lexicon';

const FILE = join(__dirname, '../../../../node_modules/vader-sentiment/vader_lexicon.txt');
const plain: SentimentLexicon = {
  words: readVaderWords(readFileSync(FILE, 'utf8')),
  phrases: new Map(),
  emoji: new Map(),
};

describe("scoreText with VADER's words", () => {
  const { sentences } = readFixture('sentiment', 'vader-sentences') as { sentences: [string, number][] };

  it.each(sentences.slice(0, 36))('scores "%s" as VADER does', (text, compound) => {
    expect(scoreText(text, plain)).toBeCloseTo(compound, 3.99);
  });

  it('scores five hundred seeded sentences as VADER does', () => {
    const wrong = sentences.filter(([text, compound]) => Math.abs(scoreText(text, plain) - compound) > 1e-4);
    expect(sentences).toHaveLength(536);
    expect(wrong).toEqual([]);
  });

  it('stays 0 where nothing is known', () => {
    expect(scoreText('', plain)).toBe(0);
    expect(scoreText('!!! ??? 12345', plain)).toBe(0);
  });

  it('reads a hundred thousand characters in no time', () => {
    const text = 'good '.repeat(20_000);
    const startedAt = performance.now();
    expect(scoreText(text, plain)).toBeGreaterThan(0.99);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('scoreText with phrases and emoji', () => {
  const lexicon: SentimentLexicon = {
    words: new Map([['high', 1]]),
    phrases: new Map([['all time high', 2.5]]),
    emoji: new Map([['🚀', 2]]),
  };
  // By hand: s / sqrt(s² + 15).
  const squeezed = (sum: number) => sum / Math.sqrt(sum * sum + 15);

  it('counts a phrase once, in place of its words', () => {
    expect(scoreText('Bitcoin at all time high', lexicon)).toBeCloseTo(squeezed(2.5), 12);
  });

  it('finds an emoji next to a word', () => {
    expect(scoreText('moon🚀', lexicon)).toBeCloseTo(squeezed(2), 12);
  });
});
