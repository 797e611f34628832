import { hash } from 'node:crypto';

const ENTITY_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** The strong tag of an answer with this body. */
export function entityTagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** What is between the quotes of each tag in an If-None-Match, weak or strong. */
export function listedTags(ifNoneMatch: string | undefined): string[] {
  return ifNoneMatch === undefined ? [] : [...ifNoneMatch.matchAll(ENTITY_TAG)].map(([, opaque]) => opaque);
}

/** Whether an If-None-Match holds for an answer with this tag, by weak comparison (RFC 9110, 13.1.2 and 8.8.3.2). */
export function isListed(tag: string, ifNoneMatch: string): boolean {
  return ifNoneMatch.trim() === '*' || listedTags(ifNoneMatch).includes(tag.slice(1, -1));
}

/** Whether an If-Match holds for this strong tag, by strong comparison: a weak tag never does (RFC 9110, 13.1.1 and 8.8.3.2). */
export function isMatched(tag: string, ifMatch: string): boolean {
  if (ifMatch.trim() === '*') return true;
  // What is no list of tags is not understood: it must not pass.
  const isList = /^[\s,]*$/.test(ifMatch.replace(ENTITY_TAG, ''));
  return isList && [...ifMatch.matchAll(ENTITY_TAG)].some(([listed]) => listed === tag);
}
