import { parseLexicon } from './sentiment-lexicon';

/** Where the npm package's lexicon differs from that of vaderSentiment 3.3.2. */
const MISSING: Readonly<Record<string, number>> = { heart: 3.2, hearts: 3.3, flawed: -2.1, badass: 1.4 };

/** VADER's own words, from the text of vader_lexicon.txt as the npm package vader-sentiment carries it. */
export function readVaderWords(text: string): Map<string, number> {
  return new Map([...parseLexicon(text), ...Object.entries(MISSING)]);
}
