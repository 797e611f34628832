/** A number where the text is one; else the text as it is, which the service refuses with its rule. */
export function numberOr(text: string): number | string {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return trimmed !== '' && Number.isFinite(number) ? number : trimmed;
}

/** The value of a text of JSON, or what is wrong with it. */
export function readJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `is no JSON: ${(error as Error).message}` };
  }
}

export const writeJson = (value: unknown): string => JSON.stringify(value, null, 2);
