/** A message that nobody acknowledges or extends for so long is delivered again. */
export const ACKNOWLEDGE_MILLISECONDS = 30_000;
