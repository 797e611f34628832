/** What tells the mood of texts. Another one, a model perhaps, takes its place under the token. */
export interface HeadlineScorer {
  /** One score for each text, from -1 (bad) to 1 (good); 0 says nothing. Must not hold up the event loop. */
  score(texts: readonly string[]): Promise<number[]>;
}

export const HEADLINE_SCORER = Symbol('headline scorer');
