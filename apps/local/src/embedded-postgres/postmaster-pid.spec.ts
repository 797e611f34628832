import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, parsePostmasterPid, servesCluster } from './postmaster-pid';

describe('parsePostmasterPid', () => {
  it('reads process id, data folder and port', () => {
    // A file that Postgres 17.10 wrote; the lines are listed in "Database File Layout" of its manual.
    const text =
      '9089\n/srv/candelabra/postgres/data\n1763665677\n25432\n\n127.0.0.1\n  3810742         5\nready   \n';
    expect(parsePostmasterPid(text)).toEqual({
      pid: 9089,
      dataDirectory: '/srv/candelabra/postgres/data',
      port: 25_432,
    });
  });

  it.each(['', '9089\n', '9089\n/data\n1763665677\n\n', 'x\n/data\n1763665677\n25432\n'])(
    'takes a file that is still being written, or damaged, for none: %j',
    (text) => {
      expect(parsePostmasterPid(text)).toBeUndefined();
    },
  );
});

describe('servesCluster', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'postmaster-')));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('does not take a living process that does something else for a server of this folder', () => {
    expect(isAlive(process.pid)).toBe(true);
    expect(servesCluster({ pid: process.pid, dataDirectory: folder, port: 25_432 }, folder)).toBe(false);
  });
});
