import { type SentimentLexicon } from './sentiment-lexicon';
import { type TextWord } from './text-word';

const OUTER_PUNCTUATION = /^[!-/:-@[-`{-~]+|[!-/:-@[-`{-~]+$/g;
/** What is left of a token when its punctuation goes is a word only if it is longer: shorter ones may be emoticons. */
const LONGEST_EMOTICON = 2;

/** The words of a text, and its emoticons; every emoji the lexicon knows is a word of its own, and so is every phrase. */
export function wordsOf(text: string, lexicon: SentimentLexicon): TextWord[] {
  const words = splitAtEmoji(text, lexicon)
    .split(/\s+/)
    .filter((token) => token !== '')
    .map((token) => {
      const stripped = token.replace(OUTER_PUNCTUATION, '');
      return toWord(stripped.length <= LONGEST_EMOTICON ? token : stripped, stopOf(token));
    });
  return joinPhrases(words, lexicon);
}

function toWord(text: string, stop: string): TextWord {
  const lower = text.toLowerCase();
  return { text, lower, isShouted: text === text.toUpperCase() && text !== lower, stop };
}

/** A full stop may be that of an abbreviation. */
function stopOf(token: string): string {
  const last = token.at(-1)!;
  if (last === '.') return /[^.]{4}\.$/.test(token) ? last : '';
  return token.length > 1 && ',;:?!)'.includes(last) ? last : '';
}

function splitAtEmoji(text: string, { emoji }: SentimentLexicon): string {
  let split = '';
  for (const character of text) split += emoji.has(character) ? ` ${character} ` : character;
  return split;
}

const LONGEST_PHRASE = 4;
const STARTS = new WeakMap<SentimentLexicon['phrases'], ReadonlySet<string>>();

/** The words that phrases begin with, so that a phrase is not sought at every word. */
function startsOf(phrases: SentimentLexicon['phrases']): ReadonlySet<string> {
  const known = STARTS.get(phrases);
  if (known) return known;
  const starts = new Set([...phrases.keys()].map((phrase) => phrase.split(' ', 1)[0]));
  STARTS.set(phrases, starts);
  return starts;
}

/** The longest phrase that begins at a word takes the words it is made of. */
function joinPhrases(words: TextWord[], { phrases }: SentimentLexicon): TextWord[] {
  const starts = startsOf(phrases);
  const joined: TextWord[] = [];
  for (let index = 0; index < words.length;) {
    const part = starts.has(words[index].lower) ? phraseAt(words, index, phrases) : [words[index]];
    joined.push(
      part.length === 1 ? part[0] : toWord(part.map(({ text }) => text).join(' '), part.at(-1)!.stop),
    );
    index += part.length;
  }
  return joined;
}

function phraseAt(words: TextWord[], index: number, phrases: SentimentLexicon['phrases']): TextWord[] {
  for (let length = Math.min(LONGEST_PHRASE, words.length - index); length > 1; length--) {
    const part = words.slice(index, index + length);
    if (phrases.has(part.map(({ lower }) => lower).join(' '))) return part;
  }
  return [words[index]];
}
