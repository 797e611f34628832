const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/u;
const CONTROL_CHARACTER_BUT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/** Characters as people and JSON Schema count them: a pair of surrogates is one. */
export function hasAtMostCharacters(text: string, maximum: number): boolean {
  if (text.length <= maximum) return true;
  return text.length <= 2 * maximum && Array.from(text).length <= maximum;
}

/** Text that any store and any screen can hold: no control characters, no half of a surrogate pair. */
export function isPlainText(text: string, { lineBreaks }: { lineBreaks: boolean }): boolean {
  return text.isWellFormed() && !(lineBreaks ? CONTROL_CHARACTER_BUT_BREAKS : CONTROL_CHARACTER).test(text);
}
