/** By name; of a portfolio some are words. */
export type Parameters = Readonly<Record<string, number | string>>;

/** fast 10, slow 30 */
export const parametersText = (parameters: Parameters, none = 'no parameters'): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || none;
