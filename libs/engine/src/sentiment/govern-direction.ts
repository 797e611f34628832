import {
  consume,
  type HeadlineItem,
  type HeadlineItems,
  isNumber,
  isOneClause,
  isPreposition,
  isPriceAdverb,
  neighboursOf,
  polarityOf,
} from './headline-items';
import { RESTRAINT_NOUNS } from './headline-noun-words';
import { CAUSES, JUDGEMENTS, MOVES, REVERSERS } from './headline-verb-words';

/** What a verb and the noun that it governs or is said of count together. */
export const GOVERNED = 1.8;
const PRICE_MOVE = 1.2;
const UP_OR_DOWN = 1.6;
const FARTHEST_SUBJECT = 8;
const MODIFIERS = 2;
export const EXTREME = /\b(high|highs|highest|low|lows|lowest|record|peak)\b/;
/** "Climbs to a high", "surprises with drop" */
const RESULT_PREPOSITION = /^(to|at)$/;
const HEAD_PREPOSITION = /^(of|over|about|for)$/;

/** The direction of what is named decides: its object, or else its subject. */
export function governDirection(items: HeadlineItems, index: number): void {
  const item = items[index];
  const { word, direction, own } = item;
  if (direction === undefined || item.isConsumed || (item.noun !== undefined && item.noun !== 'asset'))
    return;
  const { before, next } = neighboursOf(items, index);

  if (EXTREME.test(word) && isOrigin(items, index)) {
    item.value = 0;
    return;
  }
  const restraint = word.startsWith('lift') ? restraintBefore(items, index) : undefined;
  if (restraint && (next === undefined || isPreposition(next))) {
    govern(items, item, restraint, -direction, GOVERNED);
    return;
  }
  const subject = subjectOf(items, index);
  if ((word === 'up' || word === 'down') && next && isNumber(next) && subject === undefined) {
    item.value = UP_OR_DOWN * direction;
    return;
  }
  const isCompound = !CAUSES.has(word) && before?.noun !== undefined && before.noun !== 'asset';
  const following = objectOf(items, index);
  const object = isCompound && following?.noun !== 'asset' ? undefined : following;
  if (object !== undefined && object.noun !== 'asset') {
    const isRelief = word.startsWith('lift') && RESTRAINT_NOUNS.has(object.word);
    govern(items, item, object, isRelief ? -direction : direction, GOVERNED);
    return;
  }
  if (object === undefined) {
    const isResult =
      before && (RESULT_PREPOSITION.test(before.word) || (before.word === 'with' && next === undefined));
    const isModifier = before && isPreposition(before) && !isResult;
    if (isModifier || !mayFollowSubject(word, before, next)) return;
  }
  const governing = object ?? subject;
  if (governing === undefined) return;
  const weight = Math.abs(own ?? 0);
  if (governing.noun !== 'asset') {
    const isRelief = word.startsWith('lift') && governing.noun === 'burden';
    govern(items, item, governing, isRelief ? -direction : direction, Math.max(GOVERNED, weight));
    // A "tariff cut" is a noun of its own, and what follows is not about the tariff.
    if (governing === before && CAUSES.has(word)) governing.noun = undefined;
  } else if (!CAUSES.has(word) || MOVES.has(word) || (object !== undefined && weight > 0)) {
    item.value = direction * Math.max(weight, PRICE_MOVE);
  }
}

/** The last noun of those that follow: "raises profit outlook"; an asset only directly after: "weaker dollar". */
function objectOf(items: HeadlineItems, index: number): HeadlineItem | undefined {
  const reach = CAUSES.has(items[index].word) ? 5 : 3;
  let found: HeadlineItem | undefined;
  for (let at = index + 1; at <= index + reach && isOneClause(items, index, at); at++) {
    const item = items[at];
    if (isPreposition(item)) {
      if (at === index + 1 && (item.word === 'in' || item.word === 'of')) continue;
      break;
    }
    if (item.noun === undefined && item.word.includes(' ')) break;
    if (item.noun !== undefined && (item.noun !== 'asset' || at <= index + 3)) {
      found = item;
      if (isPreposition(items[index + 1])) break;
    } else if (found !== undefined || (item.noun === undefined && item.direction !== undefined)) break;
  }
  return found;
}

/** The noun before, or the one that it only belongs to: "concerns over growth ease". */
export function subjectOf(items: HeadlineItems, index: number): HeadlineItem | undefined {
  for (let at = index - 1; at >= index - FARTHEST_SUBJECT && isOneClause(items, at, index); at--) {
    if (items[at].noun === undefined || (at < index - 1 && isObject(items, at))) continue;
    for (let before = at - 1; before > 0 && before >= at - 3 && isOneClause(items, before, at); before--) {
      if (HEAD_PREPOSITION.test(items[before].word) && items[before - 1].noun !== undefined)
        return items[before - 1];
    }
    return items[at];
  }
  return undefined;
}

/** What a verb before governs is not what a later word is said of: "shakes off weakness to close at a high". */
function isObject(items: HeadlineItems, index: number): boolean {
  for (let at = index - 1; at >= index - 3 && isOneClause(items, at, index); at--) {
    if (isPreposition(items[at])) return false;
    if (!items[at].isPossessive && REVERSERS.has(items[at].word) && items[at].direction === undefined)
      return true;
  }
  return false;
}

function restraintBefore(items: HeadlineItems, index: number): HeadlineItem | undefined {
  return items.find(
    ({ word, clause }, at) => at < index && clause === items[index].clause && RESTRAINT_NOUNS.has(word),
  );
}

/** "Down from a record high" is no high. */
function isOrigin(items: HeadlineItems, index: number): boolean {
  return items
    .slice(Math.max(0, index - 3), index)
    .some(({ word, clause }) => clause === items[index].clause && (word === 'from' || word === 'off'));
}

/** What causes something says where its subject goes only in the passive: "guidance cut to", "rate cut". */
function mayFollowSubject(
  word: string,
  before: HeadlineItem | undefined,
  next: HeadlineItem | undefined,
): boolean {
  if (MOVES.has(word) || JUDGEMENTS.has(word) || next === undefined) return true;
  if (before?.noun !== undefined && before.noun !== 'asset') return true;
  return isPreposition(next) || isPriceAdverb(next) || isNumber(next);
}

function govern(
  items: HeadlineItems,
  item: HeadlineItem,
  noun: HeadlineItem,
  direction: number,
  weight: number,
): void {
  item.value = weight * direction * (JUDGEMENTS.has(item.word) ? 1 : polarityOf(noun));
  const at = items.indexOf(noun);
  consume(noun);
  for (let modifier = at - 1; modifier >= at - MODIFIERS && isOneClause(items, modifier, at); modifier--) {
    if (isPreposition(items[modifier]) || items[modifier].direction !== undefined) break;
    consume(items[modifier]);
  }
}
