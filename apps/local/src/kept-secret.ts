import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The secret in this file; made at the first call and the same from then on, readable by its owner alone. */
export function keepSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
  return readFileSync(file, 'utf8').trim();
}
