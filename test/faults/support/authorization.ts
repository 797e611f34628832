import { sign, type SignOptions } from 'jsonwebtoken';

export const JWT_SECRET = 'the-secret-of-the-fault-suite';

export function tokenOf(sub: string, expiresIn: SignOptions['expiresIn'] = '1h'): string {
  return sign({ sub }, JWT_SECRET, { expiresIn });
}

export const TOKEN = tokenOf('fault-suite');
export const AUTHORIZATION = `Bearer ${TOKEN}`;
