import { type NamesBySymbol, SYMBOL_NAMES } from './symbol-names';

/** Tickers that are English words: nobody means the asset by them unless they are in capitals. */
const ENGLISH_TICKERS: ReadonlySet<string> = new Set(
  `ALLY ATOM BALL BARK BEAM BILL BLUE CAKE CARE CASH CHEF COMP COST DASH EAST EDIT FAST FIVE FLOW FORM FORTH FOUR GAME GOLD GOOD
  HAPPY HIGH HOLD HOOD HYPE IDEA KEYS LIFE LINK LOVE LUCK MAGIC MAIN MASK META MOVE NEAR NEXT NICE OPEN PEOPLE PLAY PLUG POOL
  PORTAL PRIME PUMP REAL RENDER RIDE ROCK ROSE SAFE SAND SAVE SHOP SNAP SNOW SPOT STORM SUPER SWEAT TEAM TRUE TRUMP TURBO UBER
  WAVES WELL WOLF WORK`.split(/\s+/),
);

const LONGEST_EXACT_TICKER = 3;
/** Indices are also written `^SPX`, and small coins are traded by the thousand: `1000PEPE`. */
const BEFORE_BASE = /^[$^]|^10{3,}(?=[A-Z])/;
/** `BTC/USDT`, `BTC/USDT:USDT`, `BTC-USD`, `BRK.B`. */
const BEHIND_BASE = /[/:_.-].*$/;
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** The asset or share that a symbol is about, `BTC` of `BTC/USDT`; empty where there is none. */
export function tickerOf(symbol: string): string {
  return symbol.trim().toUpperCase().replace(BEFORE_BASE, '').replace(BEHIND_BASE, '');
}

/**
 * What to look for in headlines about a symbol: its ticker, and the names known for it or given in `extra` in their place.
 * A word in lower case counts in any case, one with capitals only as written: so do tickers of up to three letters and those
 * that are English words. A ticker of one letter counts behind a dollar sign alone.
 */
export function wordsOfSymbol(symbol: string, extra: NamesBySymbol = {}): string[] {
  const base = tickerOf(symbol);
  if (base === '') return [];
  const names = [extra, SYMBOL_NAMES].find((known) => Object.hasOwn(known, base))?.[base] ?? [];
  const isExact = base.length <= LONGEST_EXACT_TICKER || ENGLISH_TICKERS.has(base);
  const ticker = base.length === 1 ? [] : [isExact ? base : base.toLowerCase()];
  return [...new Set([...names, ...ticker, `$${base.toLowerCase()}`])];
}

/** A search for those words, as search engines for news read it: `"bitcoin" OR "btc"`. */
export function searchForSymbol(symbol: string, extra: NamesBySymbol = {}): string {
  const words = wordsOfSymbol(symbol, extra);
  // Behind a dollar sign stands the ticker again, which is searched for in any case.
  const names = words.filter((word) => !word.startsWith('$'));
  const asked = names.length > 0 ? names : words;
  return [...new Set(asked.map((word) => `"${word.toLowerCase().replaceAll('"', '')}"`))].join(' OR ');
}

/** Whether a headline speaks of the symbol with these words, as `wordsOfSymbol` gives them. */
export function matchesSymbol(title: string, summary: string | null, words: readonly string[]): boolean {
  return [title, summary ?? ''].some((text) => {
    const lower = text.toLowerCase();
    // In a text all in capitals they say nothing.
    const isShouted = text === text.toUpperCase();
    return words.some((word) => {
      if (word === word.toLowerCase()) return hasWord(lower, word);
      return !isShouted && hasWord(text, word);
    });
  });
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + word.length] ?? ''];
    if (!WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after)) return true;
  }
  return false;
}
