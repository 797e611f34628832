import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, canRead, firstClosedParent } from './reachability';

const SERVER = { uid: 70, gid: 71 };

describe('permission bits', () => {
  // The rule of POSIX.1-2017, 4.5 File Access Permissions: one class of bits counts, the first that fits.
  it.each([
    [{ uid: 0, gid: 0, mode: 0o700 }, false],
    [{ uid: 0, gid: 0, mode: 0o711 }, true],
    [{ uid: 70, gid: 0, mode: 0o700 }, true],
    [{ uid: 70, gid: 0, mode: 0o011 }, false],
    [{ uid: 0, gid: 71, mode: 0o710 }, true],
    [{ uid: 0, gid: 71, mode: 0o701 }, false],
  ])('let the server through %j: %s', (entry, expected) => {
    expect(canEnter(entry, SERVER)).toBe(expected);
  });

  it('distinguish reading from entering', () => {
    expect(canRead({ uid: 0, gid: 0, mode: 0o711 }, SERVER)).toBe(false);
    expect(canRead({ uid: 0, gid: 0, mode: 0o744 }, SERVER)).toBe(true);
  });
});

describe('firstClosedParent', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reachability-')));
  const stranger = { uid: 4_242_424, gid: 4_242_424 };
  beforeAll(() => {
    chmodSync(root, 0o755);
    mkdirSync(join(root, 'home', 'project'), { recursive: true });
    mkdirSync(join(root, 'open'), { mode: 0o755 });
    chmodSync(join(root, 'home'), 0o700);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('finds a folder of mode 0700 above the path', () => {
    expect(firstClosedParent(join(root, 'home', 'project', 'data'), stranger)).toBe(join(root, 'home'));
  });

  it('finds none on an open way, whatever the mode of the last part', () => {
    expect(firstClosedParent(join(root, 'open', 'data'), stranger)).toBeUndefined();
    expect(firstClosedParent(join(root, 'home'), stranger)).toBeUndefined();
  });

  it('finds none when the server runs as the user who runs us', () => {
    expect(firstClosedParent(join(root, 'home', 'project'), undefined)).toBeUndefined();
  });
});
