import { type NounClass, NOUNS } from './headline-noun-words';
import { CAUSES, JUDGEMENTS, MOVES } from './headline-verb-words';
import { type TextWord } from './text-word';
import { wordSet } from './weighted-terms';

/** A word of a headline, with what the rules of composition have made of it so far. */
export interface HeadlineItem {
  /** In lower case, without 's. */
  readonly word: string;
  /** Words of one clause have the same number. */
  readonly clause: number;
  /** Which way it goes or makes something go: 1, -1, or undefined for what is not such a word. */
  readonly direction: number | undefined;
  /** A verb has no 's: "Snap's" is a name. */
  readonly isPossessive: boolean;
  /** As the lexicon has it. */
  readonly own: number | undefined;
  noun: NounClass | undefined;
  value: number | undefined;
  /** It has been counted with another word. */
  isConsumed: boolean;
}

export type HeadlineItems = readonly HeadlineItem[];

const CLAUSE_WORDS = wordSet(
  `as after amid while despite but although though because when before if following even until unless whereas since and which`,
);
const PREPOSITIONS = wordSet(
  `of in on at by for from to with into over under against past through about near within toward towards between`,
);

const NUMBER = /^[$€£¥#+-]?\d/;
const PRICE_ADVERB =
  /^(higher|lower|up|down|flat|mixed|above|below|near|at|little|steady|unchanged|on|with|amid|after|as|from|by|well|over|under|mostly|slightly|sharply|modestly|broadly|around|about)$/;

export const isPreposition = ({ word }: HeadlineItem): boolean => PREPOSITIONS.has(word);

export const isNumber = ({ word }: HeadlineItem): boolean => NUMBER.test(word);
export const isPriceAdverb = ({ word }: HeadlineItem): boolean =>
  PRICE_ADVERB.test(word) || /^(above|below) /.test(word);

export function itemsOf(words: readonly TextWord[], known: readonly (number | undefined)[]): HeadlineItem[] {
  let clause = 0;
  return words.map(({ lower, stop }, index): HeadlineItem => {
    const isPossessive = lower.endsWith("'s") || lower.endsWith("'");
    const word = isPossessive ? lower.slice(0, lower.lastIndexOf("'")) : lower;
    if (CLAUSE_WORDS.has(word) || !/[a-z0-9]/.test(word)) clause++;
    const own = known[index];
    const direction = isPossessive
      ? undefined
      : (CAUSES.get(word) ?? MOVES.get(word) ?? JUDGEMENTS.get(word));
    const noun = NOUNS.get(word) ?? nounOfPhrase(word, own);
    const item = { word, clause, direction, isPossessive, own, noun, value: own, isConsumed: false };
    if (stop !== '') clause++;
    return item;
  });
}

/** "Relief rally" is a comfort as "rally" is. */
function nounOfPhrase(phrase: string, own: number | undefined): NounClass | undefined {
  const space = phrase.lastIndexOf(' ');
  if (space < 0 || !own) return undefined;
  const noun = NOUNS.get(phrase.slice(space + 1));
  if (noun === undefined || noun === 'asset') return undefined;
  return own > 0 ? 'comfort' : 'burden';
}

/** The words before and after, where they are of the same clause. */
export function neighboursOf(
  items: HeadlineItems,
  index: number,
): { before: HeadlineItem | undefined; next: HeadlineItem | undefined } {
  return {
    before: isOneClause(items, index - 1, index) ? items[index - 1] : undefined,
    next: isOneClause(items, index, index + 1) ? items[index + 1] : undefined,
  };
}

export function isOneClause(items: HeadlineItems, first: number, second: number): boolean {
  if (first < 0 || second >= items.length) return false;
  return items[first].clause === items[second].clause;
}

/** Counts nothing for a word, and lets it be nothing that others are said of. */
export function ignore(item: HeadlineItem): void {
  consume(item);
  item.noun = undefined;
}

export function consume(item: HeadlineItem): void {
  if (item.value !== undefined) item.value = 0;
  item.isConsumed = true;
}

const NOUN_POLARITY: Readonly<Record<NounClass, number>> = {
  burden: -1,
  abundance: -1,
  comfort: 1,
  supply: 1,
  asset: 1,
};

/** What it means that a noun grows: 1 for good, -1 for bad. */
export function polarityOf({ noun }: HeadlineItem): number {
  return noun === undefined ? 0 : NOUN_POLARITY[noun];
}
