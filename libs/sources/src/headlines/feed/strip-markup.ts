import { decodeHTMLStrict } from 'entities/decode';

/** Longer texts than this are no headlines; what comes after is not read. */
const MOST_CHARACTERS = 50_000;
const MARKUP = /<(?:!--|\/?[a-z])[^<>]*>/gi;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** What is left of a feed's text without markup, control characters, halves of surrogate pairs and needless space. */
export function stripMarkup(text: string): string {
  const unmarked = text.slice(0, MOST_CHARACTERS).replace(MARKUP, ' ');
  return decodeHTMLStrict(unmarked)
    .toWellFormed()
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
