import { weighEveryday } from './everyday-words';
import { governDirection } from './govern-direction';
import { setContext } from './headline-context';
import { itemsOf } from './headline-items';
import { reversePreceding, reverseGoverned } from './reverse-governed';
import {
  ignoreMeasures,
  reverseLesser,
  settleModifier,
  settleReturned,
  settleWordClasses,
} from './settle-headline';
import { type TextWord } from './text-word';

export function composeHeadline(
  words: readonly TextWord[],
  known: readonly (number | undefined)[],
): (number | undefined)[] {
  const items = itemsOf(words, known);
  setContext(items);
  ignoreMeasures(items);
  settleWordClasses(items);
  items.forEach((_, index) => governDirection(items, index));
  items.forEach((_, index) => settleModifier(items, index));
  items.forEach((_, index) => reverseLesser(items, index));
  items.forEach((_, index) => reversePreceding(items, index));
  items.forEach((_, index) => settleReturned(items, index));
  reverseGoverned(items);
  weighEveryday(items);
  return items.map(({ value }) => value);
}
