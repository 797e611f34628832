import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a peer printed; each file names the command and the versions that made it. */
export function readFixture(folder: string, name: string): unknown {
  const path = join(__dirname, '../src', folder, 'fixtures', `${name}.fixture.json`);
  return JSON.parse(readFileSync(path, 'utf8'));
}
