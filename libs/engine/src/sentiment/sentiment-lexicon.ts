import { type TextWord } from './text-word';

/** What a kind of text means by how its words stand together, beside VADER's rules. */
interface TextRules {
  readonly rewrite: (text: string) => string;
  /** Valences of the words in place of those that the lexicon knows. */
  readonly compose: (
    words: readonly TextWord[],
    known: readonly (number | undefined)[],
  ) => readonly (number | undefined)[];
  /** What of these valences counts. */
  readonly weigh: (words: readonly TextWord[], valences: readonly number[]) => readonly number[];
}

/** How good or bad words are, from -4 to 4; all keys in lower case. */
export interface SentimentLexicon {
  readonly words: ReadonlyMap<string, number>;
  /** Phrases of two to four words, separated by one space: they count as one word. */
  readonly phrases: ReadonlyMap<string, number>;
  readonly emoji: ReadonlyMap<string, number>;
  readonly rules?: TextRules;
}

/** Reads a lexicon in VADER's form: a word, its mean valence and more columns, separated by tabs; lines without that are skipped. */
function parseLexicon(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, word, valence] = /^([^\t]+)\t(-?[\d.]+)/.exec(line) ?? [];
    if (word && Number.isFinite(Number(valence))) words.set(word, Number(valence));
  }
  return words;
}

/** Where the npm package's lexicon differs from that of vaderSentiment 3.3.2. */
const MISSING: Readonly<Record<string, number>> = { heart: 3.2, hearts: 3.3, flawed: -2.1, badass: 1.4 };

/** VADER's own words, from the text of vader_lexicon.txt as the npm package vader-sentiment carries it. */
export function readVaderWords(text: string): Map<string, number> {
  return new Map([...parseLexicon(text), ...Object.entries(MISSING)]);
}
