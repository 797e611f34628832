import { url, type Variable } from './variable';

const PLACEHOLDER = /\{[^{}]*\}/g;
const KNOWN_PLACEHOLDERS = ['{symbol}', '{query}'];
const LONGEST_SYMBOL_CHARACTERS = 128;

/** Addresses of feeds, comma separated, each once; they may hold `{symbol}` and `{query}`. A comma within is written %2C. */
export function feedAddresses(name: string): Variable<readonly string[]> {
  const one = url(name, ['http:', 'https:']);
  const parse = (value: string) => {
    const parsed = value.split(',').map((address) => one.parse(address.trim())!);
    // As with one address: it may hold a password.
    if (!parsed.every(hasSoundPlaceholders)) {
      throw new Error(
        'may hold {symbol} and {query} in the path and the query of an address, and no other word in braces',
      );
    }
    return [...new Set(parsed)];
  };
  return { name, parse, fallback: [] };
}

function hasSoundPlaceholders(address: string): boolean {
  const placeholders = address.match(PLACEHOLDER) ?? [];
  if (!placeholders.every((placeholder) => KNOWN_PLACEHOLDERS.includes(placeholder))) return false;
  const [one, other] = ['a', 'b'].map((word) => new URL(address.replaceAll(PLACEHOLDER, word)));
  return ['host', 'username', 'password'].every((part) => one[part as 'host'] === other[part as 'host']);
}

/** Symbols, comma separated, each once. */
export function symbols(name: string): Variable<readonly string[]> {
  const parse = (value: string) => {
    const given = value.split(',').map((symbol) => symbol.trim());
    for (const symbol of given) {
      if (symbol !== '' && symbol.length <= LONGEST_SYMBOL_CHARACTERS && !/[\u0000-\u001f]/.test(symbol))
        continue;
      throw new Error(
        `must be symbols of at most ${LONGEST_SYMBOL_CHARACTERS} characters, comma separated, such as AAPL,BTC/USDT, not "${symbol}"`,
      );
    }
    return [...new Set(given)];
  };
  return { name, parse, fallback: [] };
}
