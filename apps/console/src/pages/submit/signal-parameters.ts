import { numberOr } from './json-text';

type Texts = Readonly<Record<string, string>>;

/** The strategy whose trades a dataset decides. */
export const SIGNALS = 'signals';

/** The mode that has no targets, and what is for targets alone. */
export const ENTRIES = 'entries';
const OF_TARGETS = ['rebalance', 'threshold'];

const NUMBERS = ['version', 'threshold', 'trials'];

/** Parameters of signals as the request has them: names stay text, whatever they look like, and blank ones are left out. */
export function signalParameters(texts: Texts): Record<string, unknown> {
  const given = Object.entries(texts).filter(
    ([name, text]) => text.trim() !== '' && !(texts.mode === ENTRIES && OF_TARGETS.includes(name)),
  );
  return Object.fromEntries(given.map(([name, text]) => [name, valueOf(name, text)]));
}

function valueOf(name: string, text: string): unknown {
  if (NUMBERS.includes(name)) return numberOr(text);
  return name === 'rebalance' ? text === 'true' : text;
}
