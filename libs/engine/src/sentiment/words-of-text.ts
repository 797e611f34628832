import { type SentimentLexicon } from './sentiment-lexicon';

export interface TextWord {
  readonly text: string;
  readonly lower: string;
  /** It has letters, and all of them are capitals. */
  readonly isShouted: boolean;
}

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
      return toWord(stripped.length <= LONGEST_EMOTICON ? token : stripped);
    });
  return joinPhrases(words, lexicon);
}

function toWord(text: string): TextWord {
  const lower = text.toLowerCase();
  return { text, lower, isShouted: text === text.toUpperCase() && text !== lower };
}

function splitAtEmoji(text: string, { emoji }: SentimentLexicon): string {
  let split = '';
  for (const character of text) split += emoji.has(character) ? ` ${character} ` : character;
  return split;
}

const LONGEST_PHRASE = 4;

/** The longest phrase that begins at a word takes the words it is made of. */
function joinPhrases(words: TextWord[], { phrases }: SentimentLexicon): TextWord[] {
  const joined: TextWord[] = [];
  for (let index = 0; index < words.length;) {
    let taken = 1;
    for (let length = Math.min(LONGEST_PHRASE, words.length - index); length > 1; length--) {
      const part = words.slice(index, index + length);
      if (!phrases.has(part.map(({ lower }) => lower).join(' '))) continue;
      joined.push(toWord(part.map(({ text }) => text).join(' ')));
      taken = length;
      break;
    }
    if (taken === 1) joined.push(words[index]);
    index += taken;
  }
  return joined;
}
