/** Arrays as Postgres reads them, of thousands of values: cheaper than letting the driver quote each of them. */

/** Of numbers, times and the like, which need no quotes. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

export function textArrayLiteral(texts: readonly string[]): string {
  return arrayLiteral(texts.map(quoted));
}

const SPECIAL = /["\\]/;

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
