import { type TextWord } from './text-word';
import { wordSet } from './weighted-terms';

/** What begins the reason or the occasion of what was said before. */
const REASON_WORDS = wordSet(
  `as after amid while because when before following until since on over with ahead due thanks`,
);
/** What begins something that is conceded, and changes nothing. */
const CONCESSION_WORDS = wordSet(`despite although though even`);
const STILL_WORDS = wordSet(`flat steady steadies unchanged mixed`)
  .add('little changed')
  .add('mixed session')
  .add('closing flat');
/** What explains reports nothing. */
const EXPLAINING = new Set([
  'a primer',
  'explained',
  'explainer',
  'what to know',
  'things to know',
  'what to watch',
  'things to watch',
  'at a glance',
  'for and against',
  'preview',
]);

/** What was known before says nothing. */
const EXPECTED = new Set(['in line with', 'as expected']);
/** How a question or an explanation begins. */
const QUESTION_WORDS = wordSet(`how what when where who which`);
const ENDS_SENTENCE = wordSet(`? .`);

const REASON = 0.25;
/** From here on something is said that can have a reason. */
const STATEMENT = 0.7;
/** Evidence on the weaker side, as a share of that on the stronger one, above which neither counts. */
const CONFLICT = 0.7;

/** Reasons count less than what they are given for, concessions and questions nothing, nor does evidence that conflicts. */
export function weighHeadline(words: readonly TextWord[], values: readonly number[]): number[] {
  const weighed: number[] = [];
  words.forEach(({ stop }, index) => {
    if (index < words.length - 1 && !ENDS_SENTENCE.has(stop)) return;
    const sentence = [weighed.length, index + 1] as const;
    weighed.push(...weighSentence(words.slice(...sentence), values.slice(...sentence)));
  });
  const good = weighed.reduce((sum, value) => sum + Math.max(value, 0), 0);
  const bad = weighed.reduce((sum, value) => sum + Math.max(-value, 0), 0);
  return Math.min(good, bad) > CONFLICT * Math.max(good, bad) ? weighed.fill(0) : weighed;
}

function weighSentence(words: readonly TextWord[], values: readonly number[]): number[] {
  const weighed = weighReasons(words, values);
  if (words.at(-1)?.stop === '?' || words.some(({ lower }) => EXPLAINING.has(lower))) return weighed.fill(0);
  const expected = words.findIndex(({ lower }) => EXPECTED.has(lower));
  weighed.fill(0, 0, expected + 1);
  if (!QUESTION_WORDS.has(words[0].lower)) return weighed;
  const colon = words.findIndex(({ stop }) => stop === ':');
  return weighed.fill(0, 0, colon < 0 ? undefined : colon + 1);
}

function weighReasons(words: readonly TextWord[], values: readonly number[]): number[] {
  let said = 0;
  let weight = 1;
  let isStill = false;
  return words.map(({ lower, stop }, index) => {
    if (STILL_WORDS.has(lower)) isStill = true;
    const isStated = Math.abs(said) >= STATEMENT;
    if (CONCESSION_WORDS.has(lower)) weight = 0;
    else if (index > 0 && weight > 0 && REASON_WORDS.has(lower)) {
      if (isStated) weight = REASON;
      else if (isStill) weight = 0;
    }
    const value = values[index] * weight;
    said += value;
    if (stop !== '') weight = 1;
    return value;
  });
}
