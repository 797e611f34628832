/** The queries of a Link header (RFC 8288) by their relation: `<?size=50&cursor=…>; rel="next"`. */
export function queriesOf(header: string | null): Readonly<Record<string, string | undefined>> {
  const links = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(
    links.map(([, address = '', relation = '']) => [relation, /\?.*$/.exec(address)?.[0] ?? '']),
  );
}
