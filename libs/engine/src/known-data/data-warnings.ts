/** What no check can find. */
export function sayOfDataset(dataset: string): string {
  return `${dataset} says itself when its rows were known: a time that is too early is look-ahead that no check finds`;
}
