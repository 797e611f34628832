import { sign } from 'jsonwebtoken';
import { TEST_SECRET } from './token';

const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 32;

/** What is opened with a token that ends soon afterwards, and when it ends. On a busy machine a token may end before it is used: then another one lasts longer. */
export async function openUntilExpiry<T>(
  open: (token: string) => Promise<T>,
): Promise<{ readonly opened: T; readonly expiresAt: number }> {
  for (let seconds = SHORTEST_SECONDS; ; seconds *= 2) {
    const exp = Math.floor(Date.now() / 1000) + seconds;
    try {
      const opened = await open(sign({ sub: 'tester', exp }, TEST_SECRET));
      return { opened, expiresAt: exp * 1000 };
    } catch (error) {
      if (seconds >= LONGEST_SECONDS) throw error;
    }
  }
}
