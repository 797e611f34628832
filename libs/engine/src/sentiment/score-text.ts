import { DEGREES, IDIOMS, NEGATIONS } from './degree-words';
import { type SentimentLexicon } from './sentiment-lexicon';
import { type TextWord } from './text-word';
import { wordsOf } from './words-of-text';

const SHOUTED = 0.733;
const NEGATED = -0.74;
const NEVER_SO = 1.25;
/** What is left of a degree word's effect one, two and three words on. */
const DEGREE_BY_DISTANCE = [1, 0.95, 0.9];
const BEFORE_BUT = 0.5;
const AFTER_BUT = 1.5;
const EXCLAMATION = 0.292;
const MOST_EXCLAMATIONS = 4;
const QUESTION = 0.18;
const MOST_QUESTIONS = 3;
const MANY_QUESTIONS = 0.96;
/** About the most that a sentence adds up to, squared. */
const NORMALISATION = 15;

/**
 * How good (up to 1) or bad (down to -1) a short text sounds; 0 where nothing in it is known. VADER's compound score: valences
 * of words, changed by the degree words, negations and idioms before them, by capitals, "but" and punctuation, summed and
 * squeezed by s / sqrt(s² + 15).
 *
 * Source: C.J. Hutto and E.E. Gilbert, VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text,
 * ICWSM 2014, with the rules of its version 3.3.2.
 */
export function scoreText(text: string, lexicon: SentimentLexicon): number {
  const { rules } = lexicon;
  const words = wordsOf(rules ? rules.rewrite(text) : text, lexicon);
  const own = words.map(({ lower }) => lookUp(lexicon, lower));
  const known = rules ? rules.compose(words, own) : own;
  const sentence: Sentence = {
    words,
    lexicon,
    known,
    // Capitals say something only where not everything is in capitals.
    isMixed: words.some(({ isShouted }) => isShouted) && !words.every(({ isShouted }) => isShouted),
  };
  const butWeighed = weighBut(
    words,
    words.map((_, index) => valenceOf(sentence, index)),
  );
  const valences = rules ? rules.weigh(words, butWeighed) : butWeighed;
  const sum = valences.reduce((total, valence) => total + valence, 0);
  const emphasis = emphasisOf(text);
  const score = sum > 0 ? sum + emphasis : sum < 0 ? sum - emphasis : 0;
  return score / Math.sqrt(score * score + NORMALISATION);
}

interface Sentence {
  readonly words: readonly TextWord[];
  readonly lexicon: SentimentLexicon;
  readonly known: readonly (number | undefined)[];
  readonly isMixed: boolean;
}

function lookUp(lexicon: SentimentLexicon, word: string): number | undefined {
  return lexicon.phrases.get(word) ?? lexicon.words.get(word) ?? lexicon.emoji.get(word);
}

function valenceOf(sentence: Sentence, index: number): number {
  const { words, isMixed } = sentence;
  const { lower, isShouted } = words[index];
  const lowerAt: WordAt = (offset) => words.at(index + offset < 0 ? words.length : index + offset)?.lower;
  if (DEGREES.has(lower) || (lower === 'kind' && lowerAt(1) === 'of')) return 0;
  const known = sentence.known[index];
  if (known === undefined) return 0;

  let valence = known;
  const next = lowerAt(1);
  if (lower === 'no' && next !== undefined && sentence.known[index + 1] !== undefined) valence = 0;
  const isAfterNo =
    lowerAt(-1) === 'no' ||
    lowerAt(-2) === 'no' ||
    (lowerAt(-3) === 'no' && (lowerAt(-1) === 'or' || lowerAt(-1) === 'nor'));
  if (isAfterNo) valence = known * NEGATED;
  if (isShouted && isMixed) valence += valence > 0 ? SHOUTED : -SHOUTED;

  for (let distance = 1; distance <= DEGREE_BY_DISTANCE.length; distance++) {
    if (distance > index) break;
    const before = words[index - distance];
    if (sentence.known[index - distance] !== undefined) continue;
    valence += degreeOf(before, valence, isMixed) * DEGREE_BY_DISTANCE[distance - 1];
    valence = negate(valence, distance, lowerAt);
    if (distance === DEGREE_BY_DISTANCE.length) valence = applyIdioms(valence, lowerAt);
  }
  const isLeast =
    lowerAt(-1) === 'least' &&
    lookUp(sentence.lexicon, 'least') === undefined &&
    lowerAt(-2) !== 'at' &&
    lowerAt(-2) !== 'very';
  return isLeast ? valence * NEGATED : valence;
}

type WordAt = (offset: number) => string | undefined;

function degreeOf({ lower, isShouted }: TextWord, valence: number, isMixed: boolean): number {
  const degree = DEGREES.get(lower);
  if (degree === undefined) return 0;
  const signed = valence < 0 ? -degree : degree;
  if (!isShouted || !isMixed) return signed;
  return signed + (valence > 0 ? SHOUTED : -SHOUTED);
}

/** What the word so far before does: nothing, turns it round, or strengthens it as "never so" does. */
function negate(valence: number, distance: number, lowerAt: WordAt): number {
  const at = lowerAt(-distance)!;
  const isSoOrThis = (word: string | undefined) => word === 'so' || word === 'this';
  if (distance === 2) {
    if (at === 'never' && isSoOrThis(lowerAt(-1))) return valence * NEVER_SO;
    if (at === 'without' && lowerAt(-1) === 'doubt') return valence;
  }
  if (distance === 3) {
    if ((at === 'never' && isSoOrThis(lowerAt(-2))) || isSoOrThis(lowerAt(-1))) return valence * NEVER_SO;
    if (at === 'without' && (lowerAt(-2) === 'doubt' || lowerAt(-1) === 'doubt')) return valence;
  }
  return NEGATIONS.has(at) || at.includes("n't") ? valence * NEGATED : valence;
}

function applyIdioms(valence: number, lowerAt: WordAt): number {
  const join = (...offsets: number[]) => offsets.map(lowerAt).join(' ');
  const ending = [join(-1, 0), join(-2, -1, 0), join(-2, -1), join(-3, -2, -1), join(-3, -2)];
  const found = [ending.find((phrase) => IDIOMS.has(phrase)), join(0, 1), join(0, 1, 2)];
  let result = valence;
  for (const phrase of found) {
    if (phrase !== undefined) result = IDIOMS.get(phrase) ?? result;
  }
  for (const phrase of [join(-3, -2, -1), join(-3, -2), join(-2, -1)]) result += DEGREES.get(phrase) ?? 0;
  return result;
}

/** What comes after the first "but" counts more than what came before it. */
function weighBut(words: readonly TextWord[], valences: readonly number[]): number[] {
  const but = words.findIndex(({ lower }) => lower === 'but');
  if (but < 0) return [...valences];
  return valences.map((valence, index) => {
    if (index === but) return valence;
    return valence * (index < but ? BEFORE_BUT : AFTER_BUT);
  });
}

function emphasisOf(text: string): number {
  const count = (mark: string) => text.split(mark).length - 1;
  const exclamation = Math.min(count('!'), MOST_EXCLAMATIONS) * EXCLAMATION;
  const questions = count('?');
  if (questions <= 1) return exclamation;
  return exclamation + (questions <= MOST_QUESTIONS ? questions * QUESTION : MANY_QUESTIONS);
}
