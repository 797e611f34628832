const MOST_EDITS = 2;

/** The word among those given that differs by at most two typing errors; undefined where none does. */
export function nearestWord(word: string, among: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = MOST_EDITS + 1;
  for (const candidate of among) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const edits = editsBetween(word, candidate);
    if (edits < fewest) [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/** Characters to insert, delete, replace or exchange with their neighbour (optimal string alignment distance). */
function editsBetween(one: string, other: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const edits = [previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1)];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isExchanged) edits.push(beforePrevious[column - 2] + 1);
      current.push(Math.min(...edits));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[other.length];
}
