import { hash } from 'node:crypto';

const ENTITY_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** The strong tag of an answer with this body. */
export function entityTagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

const CODING = /-(?:br|deflate|gzip)$/;

/** The tag of an answer in a content coding, which is another representation than the one without (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}-${coding}"`;
}

/** What is between the quotes of each tag in an If-None-Match, weak or strong; of a coded answer also without its coding. */
export function listedTags(ifNoneMatch: string | undefined): string[] {
  return tagsIn(ifNoneMatch ?? '').flatMap(({ opaque }) => formsOf(opaque));
}

/**
 * The tag by which an If-None-Match holds for an answer with this tag, in whatever coding the client has it; undefined where it does
 * not hold. By weak comparison (RFC 9110, 13.1.2 and 8.8.3.2).
 */
export function findListed(tag: string, ifNoneMatch: string): string | undefined {
  if (ifNoneMatch.trim() === '*') return tag;
  const own = tag.slice(1, -1);
  const listed = tagsIn(ifNoneMatch).find(({ opaque }) => formsOf(opaque).includes(own));
  return listed && `"${listed.opaque}"`;
}

/**
 * Whether an If-Match holds for this strong tag, also as that of a coded answer; by strong comparison: a weak tag never does
 * (RFC 9110, 13.1.1 and 8.8.3.2).
 */
export function isMatched(tag: string, ifMatch: string): boolean {
  if (ifMatch.trim() === '*') return true;
  // What is no list of tags is not understood: it must not pass.
  const isList = /^[\s,]*$/.test(ifMatch.replace(ENTITY_TAG, ''));
  const own = tag.slice(1, -1);
  return isList && tagsIn(ifMatch).some(({ isWeak, opaque }) => !isWeak && formsOf(opaque).includes(own));
}

function tagsIn(list: string): { isWeak: boolean; opaque: string }[] {
  return Array.from(list.matchAll(ENTITY_TAG), ([tag, opaque]) => ({ isWeak: tag.startsWith('W/'), opaque }));
}

/** Both, where a tag ends like one of a coded answer: it may be a hash that ends so. */
function formsOf(opaque: string): string[] {
  return CODING.test(opaque) ? [opaque, opaque.replace(CODING, '')] : [opaque];
}
