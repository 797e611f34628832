import { InvalidArgumentError } from 'commander';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** A parser of the name of an exchange or symbol, for commander: what the API accepts, kept as it is. */
export function nameWithin(maximumLength: number): (text: string) => string {
  return (text) => {
    const length = Array.from(text).length;
    if (length >= 1 && length <= maximumLength && !CONTROL_CHARACTER.test(text)) return text;
    throw new InvalidArgumentError(
      `It must have 1 to ${maximumLength} characters and no control characters.`,
    );
  };
}
