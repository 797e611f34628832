import { EXTREME, GOVERNED, subjectOf } from './govern-direction';
import {
  consume,
  type HeadlineItems,
  ignore,
  isNumber,
  isOneClause,
  isPriceAdverb,
  neighboursOf,
} from './headline-items';
import { CAUSES, REVERSERS } from './headline-verb-words';

const RATING_CHANGE = /^(downgrade[sd]?|upgrade[sd])$/;
const RATING_LEVEL = /^(to|from|at)\b/;
const COMPARISONS = new Set(['vs', 'vs.', 'versus']);
const MEASURE =
  /^(expected|forecasts?|feared|estimate[sd]|anticipated|predicted|thought|expectations|analysts|economists|hoped|it)$/;
const OUTDOING = /^(outpac|outstrip|outrun|beat|exceed|surpass|match)/;
const LESSER = new Set(['less', 'fewer', 'slower', 'smaller']);
const STOLEN = new Set(['stolen', 'hacked', 'drained', 'looted']);
const RETURNED = /^(return|recover|refund|repa[iy]|reimburse)/;
const PACE = /^(pace|rate)$/;

/** "Than expected", "vs. a loss" and "to hold from buy" are what something is measured by. */
export function ignoreMeasures(items: HeadlineItems): void {
  items.forEach(({ word }, index) => {
    const rest = (length: number) =>
      items.slice(index, index + length).filter(({ clause }) => clause === items[index].clause);
    if (COMPARISONS.has(word)) rest(items.length).forEach(ignore);
    if (RATING_CHANGE.test(word)) {
      const after = rest(items.length);
      const level = after.findIndex((item) => RATING_LEVEL.test(item.word));
      if (level > 0) after.slice(level).forEach(ignore);
    }
    if (word === 'than' || word === 'feared') {
      rest(4)
        .filter(
          (item) => item.direction === undefined && (item.noun !== undefined || MEASURE.test(item.word)),
        )
        .forEach(ignore);
    }
  });
}

/** A word that is a noun and a verb ("gains", "slump") is a verb after a subject, unless another verb follows or governs it. */
export function settleWordClasses(items: HeadlineItems): void {
  items.forEach((item, index) => {
    if (item.noun === undefined || item.noun === 'asset' || item.direction === undefined) return;
    const { before, next } = neighboursOf(items, index);
    if ((next?.word === 'in' || next?.word === 'of') && items[index + 2]?.noun !== undefined) {
      item.noun = undefined;
      return;
    }
    if (next?.direction !== undefined && !EXTREME.test(next.word) && !isPriceAdverb(next)) return;
    if (before && (REVERSERS.has(before.word) || CAUSES.has(before.word))) return;
    const isVerb =
      subjectOf(items, index) !== undefined ||
      (index > 0 &&
        next !== undefined &&
        (isPriceAdverb(next) || isNumber(next)) &&
        items[index - 1].direction === undefined);
    if (isVerb) item.noun = undefined;
  });
}

/** What is strong about headwinds is bad, and demand that is weak no comfort. */
export function settleModifier(items: HeadlineItems, index: number): void {
  const item = items[index];
  if (item.isConsumed || !isOneClause(items, index - 1, index)) return;
  const modifier = items[index - 1];
  if (modifier.noun !== undefined || modifier.direction !== undefined || REVERSERS.has(modifier.word)) return;
  const value = modifier.value ?? 0;
  if (item.noun === 'burden' && value > 0 && !OUTDOING.test(modifier.word)) consume(modifier);
  if (item.noun === 'comfort' && value < 0) consume(item);
}

/** What falls less than expected, or shrinks at a slower pace, is good; so is damage that is less than feared. */
export function reverseLesser(items: HeadlineItems, index: number): void {
  const lesser = items[index];
  if (!LESSER.has(lesser.word)) return;
  const following = items.slice(index + 1, index + 6).filter(({ clause }) => clause === lesser.clause);
  const than = following.findIndex(({ word }) => word === 'than');
  const measure = than < 0 ? undefined : following[than + 1];
  if (!PACE.test(following[0]?.word ?? '') && (measure === undefined || isNumber(measure))) return;
  for (let at = index - 1; at >= index - 4 && isOneClause(items, at, index); at--) {
    const { direction, value } = items[at];
    if (direction === undefined || !value) continue;
    items[at].value = -value;
    consume(lesser);
    return;
  }
}

/** Stolen coins that are returned are not lost. */
export function settleReturned(items: HeadlineItems, index: number): void {
  if (!RETURNED.test(items[index].word)) return;
  const stolen = items.find(({ word, clause }) => clause === items[index].clause && STOLEN.has(word));
  if (stolen === undefined) return;
  consume(stolen);
  items[index].value = GOVERNED;
}
