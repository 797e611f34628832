import { composeHeadline } from './compose-headline';
import { nounPhrases } from './headline-noun-words';
import { verbPhrases } from './headline-verb-words';
import { rewriteHeadline } from './rewrite-headline';
import { weighHeadline } from './weigh-headline';
import { FINANCE_PHRASES } from './finance-phrases';
import { FINANCE_WORDS } from './finance-words';
import { readVaderWords, type SentimentLexicon } from './sentiment-lexicon';
import { toTermWeights, type WeightedTerms } from './weighted-terms';

/** What traders write; of a single code point each. */
const FINANCE_EMOJI: WeightedTerms = [
  [2.5, '🚀 🌕'],
  [2, '📈 🐂 🤑 💎 🎉 🏆 😍 💘 😘'],
  [1.5, '💪 🔥 😁 😀 😃 😄 😂 👍 🙌 🥳 😎 ❤ 💋 💚 🟢 😊'],
  [-1.5, '😬 😟 🔴 😕 👎 😞 😢 ⚠'],
  [-2, '📉 🐻 😱 😡 😭 😨 🚨 🩸 💔 😠 🤬'],
  [-2.5, '💀 💩 🤮'],
];

/**
 * VADER's words, from the text of vader_lexicon.txt, beneath our own for reports of markets: where both know a word, ours
 * counts. Plain VADER hears nothing in "Bitcoin surges to record high", and praise in "shares".
 */
export function createFinanceLexicon(vaderLexiconText: string): SentimentLexicon {
  return {
    words: new Map([...readVaderWords(vaderLexiconText), ...FINANCE_WORDS]),
    phrases: new Map([...nounPhrases(), ...verbPhrases(), ...FINANCE_PHRASES]),
    emoji: new Map(toTermWeights(FINANCE_EMOJI, /\s+/)),
    rules: { rewrite: rewriteHeadline, compose: composeHeadline, weigh: weighHeadline },
  };
}
