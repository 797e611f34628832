import { REBALANCE_RULES, WEIGHTING_RULES } from '../portfolio/portfolio-fields';

/** Methods of weighting that a search can try: `given` has weights of its own. */
export const SEARCHED_METHODS = WEIGHTING_RULES.method.words.filter((method) => method !== 'given');

/** Searched settings that are words, by their paths in the request; in combinations each is its index. */
const WORDS: Readonly<Record<string, readonly string[] | undefined>> = {
  'weights.method': SEARCHED_METHODS,
  'ranking.weights.method': SEARCHED_METHODS,
  'rebalance.every': REBALANCE_RULES.every.words,
};

/** The word of a setting that is one, else its number. */
export function wordOrNumber(path: string, value: number): string | number {
  return WORDS[path]?.[value] ?? value;
}

/** The index of a word of a setting; undefined where the setting has no such word. */
export function indexOfWord(path: string, word: string): number | undefined {
  const index = WORDS[path]?.indexOf(word) ?? -1;
  return index < 0 ? undefined : index;
}
