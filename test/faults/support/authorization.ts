import { sign } from 'jsonwebtoken';

export const JWT_SECRET = 'the-secret-of-the-fault-suite';

export const AUTHORIZATION = `Bearer ${sign({ sub: 'fault-suite' }, JWT_SECRET, { expiresIn: '1h' })}`;
