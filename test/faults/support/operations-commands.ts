import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..', '..');
const EMBEDDED_MAJOR = 17;

/** The shell blocks of a section of docs/operations.md, as an operator copies them. */
export function commandsOf(section: string): string[] {
  const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const [, text] = page.split(`\n## ${section}\n`);
  const [own] = text.split('\n## ');
  return [...own.matchAll(/^```sh[^\n]*\n([^]*?)^```$/gm)].map(([, code]) => code);
}

/** Runs one of them with files in this folder and with Postgres' programs of that one; rejects with what it printed. */
export async function runCommands(
  code: string,
  programs: string,
  folder: string,
  variables: NodeJS.ProcessEnv,
): Promise<string> {
  const { PATH, HOME } = process.env;
  const script = code.replaceAll('npm run ', `npm --prefix '${ROOT}' run `);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: `${programs}:${PATH}`, HOME, ...variables },
  });
  return stdout;
}

/** The folder of a pg_dump that is new enough for the embedded Postgres: Debian's where this machine's is older. */
export function preparePostgresPrograms(folder: string): string {
  if (majorOf('pg_dump') < EMBEDDED_MAJOR) {
    execFileSync(join(ROOT, 'scripts', 'ci', 'timescaledb.sh'), ['tools', folder], { stdio: 'pipe' });
  }
  return folder;
}

function majorOf(program: string): number {
  try {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
    return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]);
  } catch {
    return 0;
  }
}
