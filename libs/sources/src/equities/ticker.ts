import { SourceFailure } from '../source-failure';

/** What tickers of any market are made of; nothing of it leads out of a directory or an address. */
export const TICKER = /^[A-Za-z0-9^][A-Za-z0-9^=_.&-]{0,63}$/;
/** Follows what has them: "symbols of …". */
export const TICKER_RULE = '1 to 64 letters, digits and ^ = _ . & -, beginning with a letter, a digit or ^';

/** Throws where the symbol is the ticker of no share or index, before anyone requests it. */
export function requireTicker(symbol: string): void {
  if (TICKER.test(symbol)) return;
  throw new SourceFailure('unsupported', `the symbol of a share has ${TICKER_RULE}`);
}
