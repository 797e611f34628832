const MOST_WARNINGS = 50;
const LONGEST_CHARACTERS = 300;
/** Control characters and halves of surrogate pairs: what a database does not store in a text. */
const UNSTORABLE = /[\u0000-\u001f\u007f-\u009f]|\p{Cs}/gu;
const MORE = /^and (\d+) more$/;

/**
 * The warnings as they are stored and shown: the first 50, each cut to 300 characters, then "and N more". What a client
 * named appears escaped where it cannot be stored. Lists that were limited before may be joined and limited again.
 */
export function limitWarnings(warnings: readonly string[]): string[] {
  const own = warnings.filter((warning) => !MORE.test(warning));
  const before = warnings.reduce((sum, warning) => sum + Number(MORE.exec(warning)?.[1] ?? 0), 0);
  const more = before + Math.max(0, own.length - MOST_WARNINGS);
  const shown = own
    .slice(0, MOST_WARNINGS)
    .map((warning) => cutText(escapeUnstorable(warning), LONGEST_CHARACTERS));
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

/** The text, or as much of it as fits before an ellipsis; no surrogate pair is split. */
export function cutText(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  // Two units at most make a character: the rest of a long text need not be taken apart.
  const characters = Array.from(text.slice(0, 2 * (mostCharacters + 1)));
  return characters.length <= mostCharacters
    ? characters.join('')
    : `${characters.slice(0, mostCharacters - 1).join('')}…`;
}

/** The text with control characters and halves of surrogate pairs escaped: what a database does not store. */
export function escapeUnstorable(text: string): string {
  return text.replace(
    UNSTORABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
