import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The secret that an HS256 token was signed with, if it is one of these. */
export function secretThatSigned(token: string, secrets: readonly KeyObject[]): KeyObject | undefined {
  const end = token.lastIndexOf('.');
  const content = token.slice(0, end);
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  return secrets.find((secret) => {
    const expected = createHmac('sha256', secret).update(content).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
}
