/** What a text column takes of the words of a server that is not ours: a text of Postgres holds no NUL. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '');
}
