import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFixture } from '../../test/read-fixture';
import { type Signal, signalOf } from './aggregate-headlines';
import { createFinanceLexicon } from './finance-lexicon';
import { FINANCE_PHRASES } from './finance-phrases';
import { FINANCE_WORDS } from './finance-words';
import { scoreText } from './score-text';
import { readVaderWords, type SentimentLexicon } from './sentiment-lexicon';

const FILE = join(__dirname, '../../../../node_modules/vader-sentiment/vader_lexicon.txt');
const vaderText = readFileSync(FILE, 'utf8');
const finance = createFinanceLexicon(vaderText);
const plain: SentimentLexicon = { words: readVaderWords(vaderText), phrases: new Map(), emoji: new Map() };

type Labelled = readonly [label: Signal, title: string];
const PARTS = ['tune', 'held_out', 'unseen', 'classes', 'fresh'] as const;
const parts = readFixture('sentiment', 'finance-headlines') as Record<(typeof PARTS)[number], Labelled[]>;

const signal = (title: string, lexicon = finance) => signalOf(scoreText(title, lexicon));

/** Shares of headlines that are classified as labelled, and of those classified as the opposite. */
function sharesOf(headlines: readonly Labelled[], lexicon: SentimentLexicon) {
  const share = (wanted: (label: Signal, found: Signal) => boolean) =>
    headlines.filter(([label, title]) => wanted(label, signal(title, lexicon))).length / headlines.length;
  const opposite = { bullish: 'bearish', bearish: 'bullish', neutral: undefined };
  return {
    right: share((label, found) => found === label),
    wrongSign: share((label, found) => found === opposite[label]),
  };
}

describe('the finance lexicon', () => {
  it.each(PARTS)('classifies three in four of the headlines "%s" as labelled', (part) => {
    const ours = sharesOf(parts[part], finance);
    const vaders = sharesOf(parts[part], plain);
    expect(ours.right).toBeGreaterThanOrEqual(0.75);
    expect(ours.wrongSign).toBeLessThanOrEqual(0.06);
    expect(ours.right).toBeGreaterThan(vaders.right);
    expect(ours.wrongSign).toBeLessThan(vaders.wrongSign);
  });

  // Signs as a reader of the business pages gives them.
  it.each([
    ['Bitcoin plunges 20% as exchange hack rattles markets', 'bearish'],
    ['Bitcoin surges to record high as institutional demand swells', 'bullish'],
    ['Apple beats earnings estimates, raises guidance', 'bullish'],
    ['Tesla misses revenue estimates, shares fall', 'bearish'],
    ['Inflation falls to lowest in three years', 'bullish'],
    ['Jobless claims jump to highest in a year', 'bearish'],
    ['Stocks rise despite recession fears', 'bullish'],
    ['Stocks climb as banking fears ease', 'bullish'],
    ['Bitcoin pares losses', 'bullish'],
    ['Bitcoin pares gains', 'bearish'],
    ['Carmaker avoids bankruptcy', 'bullish'],
    ['Profit falls 58%', 'bearish'],
    ['Costs fall', 'bullish'],
    ['Fed holds interest rates steady', 'neutral'],
    ['Shareholders like security of bonds', 'neutral'],
    ['BTC 🚀', 'bullish'],
    ['BTC 📉', 'bearish'],
  ] as const)('hears "%s" as %s', (title, label) => {
    expect(signal(title)).toBe(label);
  });

  it('has keys that the words of a text can be: in lower case, without outer punctuation', () => {
    const keys = [...FINANCE_WORDS, ...finance.phrases].map(([term]) => term);
    const wrong = keys
      .flatMap((key) => key.split(' '))
      .filter((word) => !/^[a-z0-9]([a-z0-9'&-]*[a-z0-9])?$|^&$/.test(word));
    expect(wrong).toEqual([]);
    expect([...finance.emoji.keys()].filter((emoji) => Array.from(emoji).length !== 1)).toEqual([]);
  });

  it('has words of one word, and phrases of two to four', () => {
    expect(FINANCE_WORDS.filter(([word]) => /\s/.test(word))).toEqual([]);
    const lengths = [...finance.phrases.keys()].map((phrase) => phrase.split(' ').length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 4]);
  });

  it('has weights from -4 to 4, and each listed term once', () => {
    const weights = [...FINANCE_WORDS, ...finance.phrases, ...finance.emoji].map(([, weight]) => weight);
    expect(weights.filter((weight) => !(Math.abs(weight) <= 4))).toEqual([]);
    for (const listed of [FINANCE_WORDS, FINANCE_PHRASES]) {
      const terms = listed.map(([term]) => term);
      expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    }
    expect(FINANCE_WORDS.length + FINANCE_PHRASES.length).toBeGreaterThan(200);
  });
});
