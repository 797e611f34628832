/**
 * Words that say how much, and words that say not, as VADER lists them (C.J. Hutto and E.E. Gilbert, VADER, ICWSM 2014;
 * vaderSentiment 3.3.2, MIT licence).
 */
const INCREASE = 0.293;

const STRONGER = `
  absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous enormously entirely
  especially exceptional exceptionally extreme extremely fabulously flipping flippin frackin fracking fricking frickin
  frigging friggin fully fuckin fucking fuggin fugging greatly hella highly hugely incredible incredibly intensely major
  majorly more most particularly purely quite really remarkably so substantially thoroughly total totally tremendous
  tremendously uber unbelievably unusually utter utterly very`;

const WEAKER = `
  almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally partly scarce scarcely
  slight slightly somewhat sorta sortof sort-of`;

const WEAKER_PHRASES = ['just enough', 'kind of', 'sort of'];

const list = (words: string) => words.trim().split(/\s+/);

/** By how much a word makes the next one stronger or weaker. */
export const DEGREES: ReadonlyMap<string, number> = new Map([
  ...list(STRONGER).map((word) => [word, INCREASE] as const),
  ...[...list(WEAKER), ...WEAKER_PHRASES].map((word) => [word, -INCREASE] as const),
]);

export const NEGATIONS: ReadonlySet<string> = new Set(
  list(`
    aint arent cannot cant couldnt darent didnt doesnt ain't aren't can't couldn't daren't didn't doesn't dont hadnt hasnt
    havent isnt mightnt mustnt neither don't hadn't hasn't haven't isn't mightn't mustn't neednt needn't never none nope nor
    not nothing nowhere oughtnt shant shouldnt uhuh wasnt werent oughtn't shan't shouldn't uh-uh wasn't weren't without wont
    wouldnt won't wouldn't rarely seldom despite`),
);

/** Phrases whose words mean something else together. */
export const IDIOMS: ReadonlyMap<string, number> = new Map([
  ['the shit', 3],
  ['the bomb', 3],
  ['bad ass', 1.5],
  ['badass', 1.5],
  ['bus stop', 0],
  ['yeah right', -2],
  ['kiss of death', -1.5],
  ['to die for', 3],
  ['beating heart', 3.5],
]);
