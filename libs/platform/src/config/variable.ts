import { readSecret } from './secret-file';

export interface Variable<T> {
  readonly name: string;
  /** Its value may be in a file, which the variable `<name>_FILE` names. */
  readonly mayBeInFile?: true;
  /** Throws an Error that says what is allowed. */
  readonly parse: (value: string) => T;
  readonly fallback: T;
}

type Parsed<V extends Record<string, Variable<unknown>>> = {
  readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never;
};

export class InvalidEnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'InvalidEnvironmentError';
  }
}

/** Parses every variable; one error names all bad ones. An empty value counts as not set. */
export function parseVariables<V extends Record<string, Variable<unknown>>>(
  variables: V,
  source: NodeJS.ProcessEnv,
): Parsed<V> {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries(variables)) {
    try {
      parsed[key] = parseVariable(variable, source);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length > 0) throw new InvalidEnvironmentError(problems);
  return parsed as Parsed<V>;
}

function parseVariable<T>(variable: Variable<T>, source: NodeJS.ProcessEnv): T {
  const { name, mayBeInFile, parse, fallback } = variable;
  const { origin, value } = mayBeInFile
    ? readSecret(name, source)
    : { origin: name, value: source[name]?.trim() };
  if (!value) return fallback;
  try {
    return parse(value);
  } catch (error) {
    throw new Error(`${origin}: ${(error as Error).message}`);
  }
}

/** The same variable, whose value may also be in a file that `<name>_FILE` names. Its messages must not repeat the value. */
export function secret<T>(variable: Variable<T>): Variable<T> {
  return { ...variable, mayBeInFile: true };
}

export function text(name: string, options: { fallback: string }): Variable<string>;
export function text(name: string): Variable<string | undefined>;
export function text(name: string, options?: { fallback: string }): Variable<string | undefined> {
  return { name, parse: (value) => value, fallback: options?.fallback };
}

/** A name of one to 64 letters, digits, `-` and `_`. */
export function plainName(name: string, { fallback }: { fallback: string }): Variable<string> {
  const parse = (value: string) => {
    if (!/^[\w-]{1,64}$/.test(value)) throw new Error('must be 1 to 64 letters, digits, - and _');
    return value;
  };
  return { name, parse, fallback };
}

export function textList(
  name: string,
  { minimumLength }: { minimumLength: number },
): Variable<readonly string[]> {
  const parse = (value: string) => {
    const items = value.split(',').map((item) => item.trim());
    if (items.some((item) => item.length < minimumLength)) {
      throw new Error(`must be one or more comma-separated values of at least ${minimumLength} characters`);
    }
    return items;
  };
  return { name, parse, fallback: [] };
}

interface IntegerRange {
  readonly minimum: number;
  readonly maximum: number;
}

export function integer(name: string, options: IntegerRange & { fallback: number }): Variable<number>;
export function integer(name: string, options: IntegerRange): Variable<number | undefined>;
export function integer(
  name: string,
  { minimum, maximum, fallback }: IntegerRange & { fallback?: number },
): Variable<number | undefined> {
  const parse = (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) {
      throw new Error(`must be an integer from ${minimum} to ${maximum}, not "${value}"`);
    }
    return number;
  };
  return { name, parse, fallback };
}

export function trueOrFalse(name: string, fallback: boolean): Variable<boolean> {
  const parse = (value: string) => {
    if (value !== 'true' && value !== 'false') throw new Error(`must be true or false, not "${value}"`);
    return value === 'true';
  };
  return { name, parse, fallback };
}

export function oneOf<const T extends string>(name: string, words: readonly T[], fallback: T): Variable<T> {
  return { name, parse: (value) => wordAmong(words, value), fallback };
}

export function oneOfOrNone<const T extends string>(
  name: string,
  words: readonly T[],
): Variable<T | undefined> {
  return { name, parse: (value) => wordAmong(words, value), fallback: undefined };
}

function wordAmong<T extends string>(words: readonly T[], value: string): T {
  const word = words.find((candidate) => candidate === value);
  if (!word) throw new Error(`must be one of ${words.join(', ')}, not "${value}"`);
  return word;
}

export function url(name: string, protocols: readonly string[]): Variable<string | undefined> {
  const parse = (value: string) => {
    // The value may hold a password: the message must not repeat it.
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      );
    }
    return value;
  };
  return { name, parse, fallback: undefined };
}

/** `name=address` pairs, comma separated, by name. */
export function addresses(name: string, protocols: readonly string[]): Variable<ReadonlyMap<string, string>> {
  const parse = (value: string) => {
    const byName = new Map<string, string>();
    for (const pair of value.split(',')) {
      const [key, address] = splitAtFirst(pair.trim(), '=');
      // As above: an address may hold a password.
      if (!key || !URL.canParse(address) || !protocols.includes(new URL(address).protocol)) {
        throw new Error(
          `must be name=address pairs, comma separated, such as binance=${protocols[0]}//127.0.0.1:1234`,
        );
      }
      byName.set(key, address);
    }
    return byName;
  };
  return { name, parse, fallback: new Map() };
}

interface ExchangeSymbol {
  readonly exchange: string;
  readonly symbol: string;
}

/** `exchange:symbol` pairs, comma separated; a symbol may hold colons itself. */
export function exchangeSymbols(name: string): Variable<readonly ExchangeSymbol[]> {
  return { name, parse: parseExchangeSymbols, fallback: [] };
}

/** The same, or `*` for all. */
export function exchangeSymbolsOrAll(name: string): Variable<readonly ExchangeSymbol[] | 'all'> {
  const parse = (value: string) => {
    try {
      return value === '*' ? 'all' : parseExchangeSymbols(value);
    } catch (error) {
      throw new Error((error as Error).message.replace('must be', 'must be * or'));
    }
  };
  return { name, parse, fallback: [] };
}

function parseExchangeSymbols(value: string): ExchangeSymbol[] {
  const byText = new Map<string, ExchangeSymbol>();
  for (const pair of value.split(',').map((text) => text.trim())) {
    const [exchange, symbol] = splitAtFirst(pair, ':');
    if (!exchange || !symbol || exchange.length > 64 || symbol.length > 128) {
      throw new Error(
        `must be exchange:symbol pairs, comma separated, such as binance:BTC/USDT:USDT, not "${pair}"`,
      );
    }
    byText.set(pair, { exchange, symbol });
  }
  return [...byText.values()];
}

/** Pairs of a word and a positive integer: `1m=90,5m=365`. */
export function keyedIntegers(name: string, words: readonly string[]): Variable<ReadonlyMap<string, number>> {
  const parse = (value: string) => {
    const pairs = value.split(',').map((item) => splitAtFirst(item.trim(), '='));
    for (const [word, number] of pairs) {
      if (words.includes(word) && /^[1-9]\d{0,4}$/.test(number)) continue;
      throw new Error(
        `must be pairs such as ${words[0]}=90, comma separated: one of ${words.join(', ')}, and 1 to 99999`,
      );
    }
    return new Map(pairs.map(([word, number]) => [word, Number(number)]));
  };
  return { name, parse, fallback: new Map() };
}

function splitAtFirst(text: string, separator: string): [string, string] {
  const position = text.indexOf(separator);
  return position < 0 ? [text, ''] : [text.slice(0, position).trim(), text.slice(position + 1).trim()];
}

/** One series of candles, as a variable names it; whether the interval is one of ours is for others to say. */
export interface NamedSeries {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
}

const SERIES = /^([^:\s]{1,64}):(\S{1,128}):([1-9]\d?[mhd])$/;

/** `exchange:symbol:interval`, comma separated. A symbol may hold colons of its own: BTC/USDT:USDT. */
export function seriesList(name: string): Variable<readonly NamedSeries[]> {
  const parse = (value: string) =>
    value.split(',').map((item) => {
      const [, exchange, symbol, interval] = SERIES.exec(item.trim()) ?? [];
      if (interval) return { exchange, symbol, interval };
      throw new Error(
        `must be exchange:symbol:interval, comma separated, such as binance:BTC/USDT:1m, not "${item.trim()}"`,
      );
    });
  return { name, parse, fallback: [] };
}
