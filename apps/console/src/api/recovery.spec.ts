import { Problem } from './problem';
import { recoveryInterval } from './recovery';

const problem = (status: number, retryAfterSeconds?: number) =>
  new Problem(status, 'text', [], undefined, retryAfterSeconds);

describe('recoveryInterval', () => {
  it('is five seconds where the service is away or not ready', () => {
    expect([recoveryInterval(problem(0)), recoveryInterval(problem(503))]).toEqual([5_000, 5_000]);
  });

  it('is not shorter than Retry-After', () => {
    expect(recoveryInterval(problem(429, 7))).toBe(7_000);
    expect(recoveryInterval(problem(503, 1))).toBe(5_000);
  });

  it('is none where another attempt would meet the same answer', () => {
    expect([401, 403, 404, 409, 422, 500].map((status) => recoveryInterval(problem(status)))).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    expect(recoveryInterval(null)).toBe(false);
  });
});
