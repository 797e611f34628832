import { sign } from 'jsonwebtoken';

export const TEST_SECRET = 'a secret for tests that is long enough';

/** A token that the API under test accepts. */
export function tokenFor(claims: object = { sub: 'tester' }): string {
  return sign(claims, TEST_SECRET, { algorithm: 'HS256', expiresIn: '1h' });
}
