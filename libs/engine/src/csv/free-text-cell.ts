/** What spreadsheets evaluate when a cell begins with it. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** What a person or a sender wrote is text to a spreadsheet, too: an apostrophe before what would be a formula. */
export function freeTextCell(text: string | null): string | null {
  return text !== null && FORMULA.test(text) ? `'${text}` : text;
}
