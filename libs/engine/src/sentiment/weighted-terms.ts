/** A weight, and the terms that have it, separated by commas (or by spaces, where no term has one in it). */
export type WeightedTerms = readonly (readonly [weight: number, terms: string])[];

/** Each term with its weight, in the order in which they are listed. */
export function toTermWeights(groups: WeightedTerms, separator: RegExp): [term: string, weight: number][] {
  return groups.flatMap(([weight, terms]) =>
    splitTerms(terms, separator).map((term): [string, number] => [term, weight]),
  );
}

/** Those of several words, separated by commas. */
export function toPhraseWeights(groups: WeightedTerms): [phrase: string, weight: number][] {
  return toTermWeights(groups, /,/).filter(([term]) => term.includes(' '));
}

/** Of words that are separated by blanks. */
export function wordSet(words: string): Set<string> {
  return new Set(words.split(' '));
}

export function splitTerms(terms: string, separator: RegExp): string[] {
  return terms
    .split(separator)
    .map((term) => term.trim().replace(/\s+/g, ' '))
    .filter((term) => term !== '');
}
