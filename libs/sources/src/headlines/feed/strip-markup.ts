/** Longer texts than this are no headlines; what comes after is not read. */
const MOST_CHARACTERS = 50_000;
const MARKUP = /<(?:!--|\/?[a-z])[^<>]*>/gi;
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
/** What the texts of feeds are full of; a name that is not known stays as it is. */
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  pound: '£',
  euro: '€',
  cent: '¢',
  yen: '¥',
};

/** What is left of a feed's text without markup, control characters, halves of surrogate pairs and needless space. */
export function stripMarkup(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replace(MARKUP, ' ')
    .replace(REFERENCE, characterOf)
    .toWellFormed()
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function characterOf(reference: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name] : reference;
  const code = decimal !== undefined ? Number(decimal) : parseInt(hexadecimal!, 16);
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
}
