import { GOVERNED, subjectOf } from './govern-direction';
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
import { ACTIVITY_NOUNS, CASE_NOUNS } from './headline-noun-words';
import { ENDINGS, FAILURES, MOVES, REFUSALS, REVERSERS } from './headline-verb-words';

const REACH = 6;
/** Less is the colour of a word rather than its meaning. */
const LEAST_VALUE = 0.3;
const LEVEL = /^(up|down|higher|lower|flat|high|low|record)$/;
const OTHER_OBJECT = /^(on|with|at|by|from|over|in|for|due|against)$/;
/** They do nothing to what is good: who shrugs off good news does not rise on it. */
const RELIEVING =
  /^(shrug|shak|brush|shook|weather|def(y|ie)|overc[ao]me|withst|buck|repa|refund|clear|pa(y|ys|id) (off|down))/;
/** Whatever is avoided is bad, unless it is bought. */
const AVOIDING = /^(avoid|avert|dodg|escap|evad|surviv|sidestep)/;
const AVOIDED = 1.2;
const PASSIVE = /(ed|^ends?|^ending|^thrown out)$/;
/** Of what they are made is what counts. */
const PLAN = /^(plans?|proposals?|calls?|talk|push|idea)$/;
const PAYING = /^(pays?|paid|paying)$/;

/** From the end, so that what is reversed may be governed itself: "fails to halt rally". */
export function reverseGoverned(items: HeadlineItems): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (REFUSALS.has(item.word)) item.value = -takeSign(items, index, true) * GOVERNED;
    else if (FAILURES.has(item.word)) item.value = failureOf(items, index);
    else if (!item.isPossessive && REVERSERS.has(item.word)) reverse(items, index);
  }
}

function failureOf(items: HeadlineItems, index: number): number {
  const { next: verb } = neighboursOf(items, index);
  const isKnown = verb !== undefined && (!!verb.value || CASE_NOUNS.has(verb.word));
  const isMove = verb !== undefined && verb.value === verb.own && MOVES.has(verb.word);
  const sign = takeSign(items, index, true);
  return isKnown && !isMove && sign !== 0 ? -sign * GOVERNED : -GOVERNED;
}

function reverse(items: HeadlineItems, index: number): void {
  const item = items[index];
  const { next } = neighboursOf(items, index);
  if (next === undefined || !mayBeObject(next)) {
    if (PASSIVE.test(item.word)) reverseSubject(items, index);
    return;
  }
  const sign = takeSign(items, index, false);
  if (RELIEVING.test(item.word)) {
    item.value = sign < 0 ? GOVERNED : (item.own ?? 0);
    return;
  }
  if (AVOIDING.test(item.word) && sign === 0) {
    item.value = next.noun === 'asset' ? -AVOIDED : AVOIDED;
    return;
  }
  const isBought = items.some(
    ({ word, clause }, at) => at < index && clause === item.clause && PAYING.test(word),
  );
  if (isBought) item.value = 0;
  else if (sign !== 0) item.value = -sign * GOVERNED;
}

/** "Drops 5%" and "ends higher" govern nothing; "ends 8-day rally" does. */
function mayBeObject(next: HeadlineItem): boolean {
  if (next.word === 'of') return true;
  return !isPreposition(next) && !isPriceAdverb(next) && !(isNumber(next) && !next.word.includes('-'));
}

/** "Downturn in shipping ends", "charges dropped". */
function reverseSubject(items: HeadlineItems, index: number): void {
  const item = items[index];
  if (item.direction !== undefined) return;
  for (let at = index - 1; isOneClause(items, at, index); at--) {
    const sign = signOf(items[at]);
    if (sign === 0) continue;
    const isNoun = items[at].noun !== undefined || CASE_NOUNS.has(items[at].word);
    if (isNoun) {
      consume(items[at]);
      items[index].value = -sign * GOVERNED;
    }
    return;
  }
}

/** Whether what a verb governs is good or bad; what says so counts no more. */
function takeSign(items: HeadlineItems, index: number, isWide: boolean): number {
  let sign = 0;
  for (let at = index + 1; at <= index + REACH && isOneClause(items, index, at); at++) {
    const item = items[at];
    if (isPreposition(item) && sign !== 0 && item.word !== 'of') break;
    const isOther = OTHER_OBJECT.test(item.word) && !PLAN.test(items[at - 1].word);
    if (!isWide && (isOther || (sign === 0 && LEVEL.test(item.word)))) break;
    const found = signOf(item);
    if (found === 0) continue;
    const isHead = item.noun !== undefined && item.noun !== 'asset';
    if (sign !== 0 && found !== sign && !(isHead && !isWide)) break;
    sign = found;
    consume(item);
  }
  return sign;
}

function signOf(item: HeadlineItem): number {
  const { word, value = 0, noun, isConsumed } = item;
  if (Math.abs(value) >= LEAST_VALUE) return Math.sign(value);
  if (isConsumed || noun === 'abundance') return 0;
  if (ACTIVITY_NOUNS.has(word)) return 1;
  return CASE_NOUNS.has(word) ? -1 : noun === 'burden' || noun === 'comfort' ? polarityOf(item) : 0;
}

/** "The best days may be over": what is said to end is reversed, where no noun says how that is meant. */
export function reversePreceding(items: HeadlineItems, index: number): void {
  if (!ENDINGS.has(items[index].word) || subjectOf(items, index) !== undefined) return;
  let sign = 0;
  for (let at = index - 1; isOneClause(items, at, index); at--) {
    const valued = Math.sign(items[at].value ?? 0);
    if (sign === 0) sign = valued;
    if (valued !== 0 && valued === sign) consume(items[at]);
  }
  if (sign !== 0) items[index].value = -sign * GOVERNED;
}
