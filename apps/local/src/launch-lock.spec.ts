import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LockAttempt, takeLaunchLock } from './launch-lock';

const API_URL = 'http://127.0.0.1:8003';

describe('takeLaunchLock', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'launch-lock-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Takes the lock in a world where this process began at the given moment, and no other lives. */
  const takeAsStartedAt = (start: string) =>
    takeLaunchLock(directory, API_URL, (pid) => (pid === process.pid ? start : undefined));

  it('is had by one launcher at a time, and says by whom', () => {
    expect(takeLaunchLock(directory, API_URL).isOurs).toBe(true);
    const second = takeLaunchLock(directory, 'http://127.0.0.1:8004');
    expect(second).toMatchObject({ isOurs: false, holder: { pid: process.pid, apiUrl: API_URL } });
  });

  it('can be had again once released', () => {
    release(takeLaunchLock(directory, API_URL));
    expect(takeLaunchLock(directory, API_URL)).toMatchObject({ isOurs: true, predecessorWasKilled: false });
  });

  it('is taken over from a holder that was killed', () => {
    takeAsStartedAt('first');
    const withoutHolder = takeLaunchLock(directory, API_URL, () => undefined);
    expect(withoutHolder).toMatchObject({ isOurs: true, predecessorWasKilled: true });
  });

  it('is taken over from a killed holder whose process id another process has got', () => {
    takeAsStartedAt('first');
    expect(takeAsStartedAt('first').isOurs).toBe(false);
    expect(takeAsStartedAt('second').isOurs).toBe(true);
  });

  it('goes to one of two that see the same dead holder', () => {
    takeAsStartedAt('dead');
    let rival: LockAttempt | undefined;
    // The rival comes in between our read of the holder and our taking over.
    const slow = takeLaunchLock(directory, API_URL, (pid) => {
      const readsHolder =
        rival === undefined && readdirSync(directory).some((name) => name.includes('draft'));
      if (readsHolder) {
        rival = takeLaunchLock(directory, 'http://127.0.0.1:8004', (id) =>
          id === process.pid ? 'rival' : undefined,
        );
        return undefined;
      }
      return pid === process.pid ? 'rival' : undefined;
    });
    expect(rival?.isOurs).toBe(true);
    expect(slow).toMatchObject({ isOurs: false, holder: { apiUrl: 'http://127.0.0.1:8004' } });
  });

  it('keeps one file, however often it changes hands', () => {
    for (let round = 0; round < 5; round++) release(takeLaunchLock(directory, API_URL));
    expect(readdirSync(directory)).toEqual(['launcher.lock.5']);
  });
});

function release(attempt: LockAttempt): void {
  if (!attempt.isOurs) throw new Error('The lock is not ours');
  attempt.release();
}
