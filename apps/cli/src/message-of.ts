/** What went wrong, for the one who typed the command; a refused connection's error keeps its words in its parts. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(messageOf))].join('; ');
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
