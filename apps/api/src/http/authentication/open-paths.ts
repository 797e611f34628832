const OPEN_PATHS: ReadonlySet<string> = new Set([
  '/health',
  '/ready',
  '/',
  '/console',
  '/console/',
  '/docs',
  '/docs/',
  '/openapi.json',
  '/asyncapi.json',
]);

/** Plain names only: no dot segments, escapes, empty segments or backslashes that a later reader could resolve elsewhere. */
const PAGE_OR_FILE = /^\/(?:console|docs)(?:\/(?!\.+(?:\/|$))[\w.-]+)+\/?$/;

/** Whether a request needs no token. The path is compared as it came, before anything decodes or normalises it. */
export function isOpen({ method, url }: { method: string; url: string }): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?', 1)[0];
  return OPEN_PATHS.has(path) || PAGE_OR_FILE.test(path);
}
