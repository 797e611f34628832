/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that sends the same request; the token is the variable TOKEN of the shell. */
export function curlOf(origin: string, path: string, body: string): string {
  return [
    `curl -s ${quoted(origin + path)} \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)}`,
  ].join('\n');
}
