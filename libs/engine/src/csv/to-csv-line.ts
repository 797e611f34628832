/** A line of CSV (RFC 4180) with its line break; null is an empty field. */
export function toCsvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(toField).join(',')}\r\n`;
}

function toField(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
