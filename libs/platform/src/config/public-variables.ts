import { url, type Variable } from './variable';

/** The address that paths are appended to; without the slash that it may end with. */
export function baseUrl(name: string, protocols: readonly string[]): Variable<string | undefined> {
  const { parse, fallback } = url(name, protocols);
  const parseBase = (value: string) => {
    const { search, hash, username, password, origin, pathname } = new URL(parse(value)!);
    if (search + hash + username + password !== '') {
      throw new Error('must be an address without user, query and fragment');
    }
    return origin + pathname.replace(/\/+$/, '');
  };
  return { name, parse: parseBase, fallback };
}

/** Origins of web pages, comma separated, as browsers write them in `Origin`. Never `*`: every one is named. */
export function origins(name: string): Variable<readonly string[]> {
  const parse = (value: string) => [...new Set(value.split(',').map((item) => originOf(item.trim())))];
  return { name, parse, fallback: [] };
}

function originOf(item: string): string {
  if (URL.canParse(item)) {
    const { protocol, origin, href } = new URL(item);
    if (['http:', 'https:'].includes(protocol) && href === `${origin}/` && !/[?#*]/.test(item)) return origin;
  }
  const every = item === '*' ? '; * is not allowed, every origin has to be named' : '';
  throw new Error(
    `must be origins, comma separated, such as https://app.example.com,http://localhost:5173, not "${item}"${every}`,
  );
}
