/** Writes quotation marks as VADER knows them, and signed changes as words: "+6%" as "rises 6%". */
export function rewriteHeadline(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/(^|[\s(])([+\-−])(?=\d[\d.,]*%)/g, (_, before: string, sign: string) =>
      sign === '+' ? `${before}rises ` : `${before}falls `,
    );
}
