/** The currencies that a symbol names; null where it names none. */
export interface SymbolCurrencies {
  readonly base: string | null;
  /** In which profit and loss are paid. */
  readonly settlement: string | null;
  /** Quoted in one currency, settled in the base currency: "BTC/USD:BTC". */
  readonly isInverse: boolean;
  /** No contract: what is bought is what is held. */
  readonly isSpot: boolean;
}

/** "BASE/QUOTE", "BASE/QUOTE:SETTLEMENT", and of a contract that expires "…:SETTLEMENT-211225" or "…-211225-60000-C". */
const PAIR = /^([^/:]+)\/([^/:]+)(?::([^/:-]+)(-[^/:]+)?)?$/;
const OPTION = /-[CP]$/;

/** By the symbol's notation, ccxt's; shares of the United States are in dollars, other symbols without a pair name no currency. */
export function currenciesOf(
  symbol: string,
  { isUsShare }: { readonly isUsShare: boolean },
): SymbolCurrencies {
  if (isUsShare) return { base: null, settlement: 'USD', isInverse: false, isSpot: true };
  const match = PAIR.exec(symbol) as [string, string, string, string?, string?] | null;
  if (!match) return { base: null, settlement: null, isInverse: false, isSpot: true };
  const [, base, quote, settlement, expiry = ''] = match;
  if (settlement === undefined) return { base, settlement: quote, isInverse: false, isSpot: true };
  // The price of an option settled in the base currency is in that currency too: its value is linear.
  const isInverse = settlement === base && settlement !== quote && !OPTION.test(expiry);
  return { base, settlement, isInverse, isSpot: false };
}
