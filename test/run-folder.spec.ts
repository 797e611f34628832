import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRunFolder } from './run-folder';

/** More than any system gives. */
const NOBODY = 2 ** 30;

describe('the folder of a test run', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'candelabra-run-folder-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('is a new one that other users may enter', () => {
    const [one, other] = [makeRunFolder(parent), makeRunFolder(parent)];
    expect(one).not.toBe(other);
    expect([one, other].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o755, 0o755]);
  });

  it('is removed by the next run when its own was killed, and no other is', () => {
    const named = (host: string, pid: number) => join(parent, `candelabra-test-${host}-${pid}-a1b2c3`);
    const killed = named(hostname(), NOBODY);
    const kept = [named(hostname(), process.pid), named('elsewhere', NOBODY), join(parent, 'other')];
    for (const folder of [killed, ...kept]) mkdirSync(join(folder, 'data'), { recursive: true });
    makeRunFolder(parent);
    expect([killed, ...kept].map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
  });
});
