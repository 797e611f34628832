import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../config/environment';

/** What `npm start` keeps in DATA_DIR, for its own next start and for the commands typed beside it. */
export const KEPT_FILES = {
  jwtSecret: 'jwt-secret',
  /** There while the embedded Postgres runs. */
  databaseUrl: 'database-url',
} as const;

export function readKept({ dataDir }: Environment, name: keyof typeof KEPT_FILES): string | undefined {
  const file = join(dataDir, KEPT_FILES[name]);
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined;
}
