import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkLibraries } from './library-links';

describe('linkLibraries', () => {
  const directory = mkdtempSync(join(tmpdir(), 'library-links-'));
  beforeAll(() => {
    mkdirSync(join(directory, 'lib'));
    // The form of the list in the package, whose folder is called `native` there.
    const list = [
      { source: 'native/lib/libpq.so.5.17', target: 'native/lib/libpq.so.5' },
      { source: 'native/lib/libpq.so.5.17', target: 'native/lib/libpq.so' },
    ];
    writeFileSync(join(directory, 'pg-symlinks.json'), JSON.stringify(list));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('makes the missing links, relative to their folder, and leaves those that are there', () => {
    expect(linkLibraries(directory)).toBe(true);
    expect(linkLibraries(directory)).toBe(true);
    expect(readlinkSync(join(directory, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.17');
    expect(readlinkSync(join(directory, 'lib', 'libpq.so'))).toBe('libpq.so.5.17');
  });

  it('has nothing to do where the package has no list, as on Windows', () => {
    expect(linkLibraries(join(directory, 'lib'))).toBe(true);
  });
});
