/** A word of a text, or a phrase that counts as one. */
export interface TextWord {
  readonly text: string;
  readonly lower: string;
  /** It has letters, and all of them are capitals. */
  readonly isShouted: boolean;
  /** The punctuation after it where a clause ends there, or ''. */
  readonly stop: string;
}
