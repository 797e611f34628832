/** Scores the sentiment of texts. Another one, a model perhaps, can be bound to the token instead. */
export interface HeadlineScorer {
  /** One score for each text, from -1 (bad) to 1 (good); 0 says nothing. Must not block the event loop. */
  score(texts: readonly string[]): Promise<number[]>;
}

export const HEADLINE_SCORER = Symbol('headline scorer');
