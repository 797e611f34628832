import { nearestWord } from '../text/nearest-word';

/** Shorter names have too many neighbours that mean something else: HOST, PORT. */
const SHORTEST_NAME = 6;

/** A sentence for each variable whose name is almost one of the known ones: nobody reads it, and its setting is missing. */
export function misspeltVariables(source: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const candidates = known.filter(({ length }) => length >= SHORTEST_NAME);
  return Object.keys(source)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const nearest = nearestWord(name, candidates);
      return nearest === undefined
        ? []
        : [`${name} is no variable of this service; did you mean ${nearest}?`];
    });
}
