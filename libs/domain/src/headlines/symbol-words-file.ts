import type { NamesBySymbol } from '#engine/sentiment/symbol-names';
import { tickerOf } from '#engine/sentiment/symbol-words';
import { readJsonObjectFile } from '#platform/config/json-object-file';

export const SYMBOL_WORDS = Symbol('symbol words');

/** What headlines call an asset, by its ticker, from `SYMBOL_WORDS_FILE`: a JSON object such as `{"PEPE": ["pepe coin"]}`. */
export function loadSymbolWords(file: string | undefined): NamesBySymbol {
  if (!file) return {};
  const own = readJsonObjectFile('SYMBOL_WORDS_FILE', file, 'lists of words by ticker');
  return Object.fromEntries(
    Object.entries(own).map(([ticker, words]) => {
      if (ticker === '' || tickerOf(ticker) !== ticker) {
        throw new Error(
          `SYMBOL_WORDS_FILE: "${ticker}" must be a ticker in capitals without a quote, such as PEPE`,
        );
      }
      if (!isListOfWords(words)) {
        throw new Error(
          `SYMBOL_WORDS_FILE: ${ticker} must be a list of words that are not blank, such as ["pepe coin"]`,
        );
      }
      return [ticker, words.map((word) => word.trim())];
    }),
  );
}

function isListOfWords(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((word) => typeof word === 'string' && word.trim() !== '')
  );
}
