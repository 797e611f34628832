/** Express matches without regard to case and to a slash at the end. */
export function normalisedPath(path: string): string {
  const lowerCase = path.toLowerCase();
  return lowerCase.length > 1 && lowerCase.endsWith('/') ? lowerCase.slice(0, -1) : lowerCase;
}
