import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a peer printed; each file names the command and the versions that made it. */
export function readFixture(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folderOf(folder), `${name}.fixture.json`), 'utf8'));
}

/** All whose names begin alike, in the order of their names. */
export function readFixtures(folder: string, prefix: string): unknown[] {
  const files = readdirSync(folderOf(folder)).filter((file) => file.startsWith(prefix));
  return files
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folderOf(folder), file), 'utf8')) as unknown);
}

const folderOf = (folder: string) => join(__dirname, '../src', folder, 'fixtures');
