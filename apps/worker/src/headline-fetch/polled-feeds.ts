import { hash } from 'node:crypto';
import type { NamesBySymbol } from '#engine/sentiment/symbol-names';
import { searchForSymbol } from '#engine/sentiment/symbol-words';
import type { Environment } from '#platform/config/environment';

/** The addresses that are polled, each with the symbols that its headlines are about. */
export type PolledFeeds = ReadonlyMap<string, readonly string[]>;

const DIGEST_CHARACTERS = 16;

export const POLLED_FEEDS = Symbol('polled feeds');

/** The feeds of the configuration; those with a `{symbol}` or `{query}` in their address once for each symbol. */
export function polledFeedsOf(
  { headlineFeeds, headlineSymbols }: Pick<Environment, 'headlineFeeds' | 'headlineSymbols'>,
  ownWords: NamesBySymbol,
): PolledFeeds {
  const feeds = new Map<string, readonly string[]>();
  for (const address of headlineFeeds) {
    const isOfSymbol = address.includes('{symbol}');
    if (!isOfSymbol && !address.includes('{query}')) {
      feeds.set(address, []);
      continue;
    }
    if (headlineSymbols.length === 0) {
      throw new Error('HEADLINE_FEEDS: an address with {symbol} or {query} needs HEADLINE_SYMBOLS');
    }
    for (const symbol of headlineSymbols) {
      const polled = address
        .replaceAll('{symbol}', () => encodeURIComponent(symbol))
        .replaceAll('{query}', () => encodeURIComponent(searchForSymbol(symbol, ownWords)));
      feeds.set(polled, isOfSymbol ? [symbol] : []);
    }
  }
  return feeds;
}

/** Names a feed in its job: by its host and a digest, because the rest of an address may hold a key. */
export function subjectOfFeed(url: string): string {
  return `${new URL(url).host}-${hash('sha256', url).slice(0, DIGEST_CHARACTERS)}`;
}

/** Undefined where it is not polled any more. */
export function urlOfSubject(feeds: PolledFeeds, subject: string): string | undefined {
  return [...feeds.keys()].find((url) => subjectOfFeed(url) === subject);
}
