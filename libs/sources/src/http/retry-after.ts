import type { IncomingHttpHeaders } from 'node:http';

/** How long an answer says to wait, by Retry-After (RFC 9110) or X-RateLimit-Reset in unix seconds; undefined where it says nothing. */
export function retryAfterOf(headers: IncomingHttpHeaders, now: number): number | undefined {
  const after = headers['retry-after']?.trim();
  if (after !== undefined) {
    const milliseconds = /^\d{1,9}$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
    if (!Number.isNaN(milliseconds)) return Math.max(0, milliseconds);
  }
  const reset = headers['x-ratelimit-reset'];
  if (typeof reset !== 'string' || !/^\d{1,11}$/.test(reset.trim())) return undefined;
  return Math.max(0, Number(reset) * 1000 - now);
}
