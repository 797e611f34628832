const DEFAULT_SECONDS = 30;
const LONGEST_SECONDS = 60;

/** How long a request is to wait for its result: `Prefer: wait=N` (RFC 7240), within bounds. */
export function waitSeconds(preference: string | undefined): number {
  const match = /(?:^|[,;\s])wait=(\d{1,6})(?:$|[,;\s])/i.exec(preference ?? '');
  return match ? Math.min(Number(match[1]), LONGEST_SECONDS) : DEFAULT_SECONDS;
}
