import { type HeadlineItems, ignore, isPreposition, neighboursOf } from './headline-items';
import { COIN_NAMES, COMMODITY_NAMES, DISRUPTION_NOUNS } from './headline-noun-words';

const CENTRAL_BANKS = new Set([
  'fed',
  'ecb',
  'boe',
  'boj',
  'rba',
  'snb',
  'pboc',
  'riksbank',
  'banxico',
  'powell',
  'lagarde',
  'fomc',
  'central bank',
  'reserve bank',
  'norges bank',
  'bank of england',
  'bank of japan',
  'bank of canada',
  'bank of korea',
  'bank of mexico',
]);
const RATE_MOVES = new Map([
  ['cut', 1.5],
  ['cuts', 1.5],
  ['cutting', 1.5],
  ['hike', -1.5],
  ['hikes', -1.5],
  ['hiking', -1.5],
]);

/** What words mean in news of commodities, of coins and of central banks. */
export function setContext(items: HeadlineItems): void {
  const names = (known: ReadonlySet<string>) => items.some(({ word }) => known.has(word));
  const isCommodity = names(COMMODITY_NAMES);
  if (isCommodity || names(COIN_NAMES)) setAbundance(items);
  if (isCommodity) ignoreDisruptions(items);
  if (names(CENTRAL_BANKS)) setRates(items);
}

/** What a central bank cuts or raises is its rate, unless it is said otherwise. */
function setRates(items: HeadlineItems): void {
  items.forEach((item, index) => {
    const value = RATE_MOVES.get(item.word);
    if (value === undefined) return;
    item.value = value;
    const { before } = neighboursOf(items, index);
    if (before && (before.direction !== undefined || isPreposition(before)))
      item.noun = value > 0 ? 'comfort' : 'burden';
  });
}

/** Supply is a burden to the price of what is supplied. */
function setAbundance(items: HeadlineItems): void {
  for (const item of items) if (item.noun === 'supply') item.noun = 'abundance';
}

/** What disrupts the supply of a commodity says nothing by itself. */
function ignoreDisruptions(items: HeadlineItems): void {
  items.forEach((item, index) => {
    if (DISRUPTION_NOUNS.has(item.word) && neighboursOf(items, index).before) ignore(item);
  });
}
