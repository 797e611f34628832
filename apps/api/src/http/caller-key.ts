import type { Request } from 'express';
import { hash } from 'node:crypto';
import { bearerToken } from './authentication/bearer-token';

/**
 * Whom a request counts for, wherever something is limited per caller: the subject of its verified token, or the token itself
 * where that names none. Not the header, which has many spellings, nor the signature, of which ECDSA has two for one content.
 */
export function callerKey(
  request: Pick<Request, 'user' | 'headersDistinct'> & { readonly url?: string },
): string {
  const { sub } = request.user as { sub?: unknown };
  if ((typeof sub === 'string' && sub !== '') || typeof sub === 'number') return digest(`subject ${sub}`);
  const token = bearerToken(request);
  return digest(`token ${token.slice(0, token.lastIndexOf('.'))}`);
}

/** As long for the longest subject as for the shortest. */
function digest(text: string): string {
  return hash('sha256', text, 'base64');
}
