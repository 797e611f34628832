import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const ROOT = join(__dirname, '../../..');
const execute = promisify(execFile);

/** What the consumers of docs/guide/events.md print, line by line, when they stop after so many events. */
export async function runGuideConsumers(natsUrl: string, count: number): Promise<Record<string, string[]>> {
  const { host, username, password } = new URL(natsUrl);
  const env = {
    ...process.env,
    NATS_HOST: host,
    NATS_USER: username,
    NATS_PASSWORD: password,
    COUNT: String(count),
  };
  const page = readFileSync(join(ROOT, 'docs/guide/events.md'), 'utf8');
  const blockOf = (language: string) => new RegExp(`\`\`\`${language}[^\\n]*\\n([^]*?)\`\`\``).exec(page)![1];
  const { outputText } = transpileModule(blockOf('ts'), {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
  });
  // Where its imports are found.
  const folder = join(ROOT, 'node_modules/.cache/candelabra');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'guide-consumer.mjs');
  writeFileSync(program, outputText);
  const [typescript, python] = await Promise.all([
    execute(process.execPath, [program], { env, cwd: ROOT }),
    execute('python3', ['-c', blockOf('python')], { env, cwd: ROOT }),
  ]);
  return { typescript: linesOf(typescript.stdout), python: linesOf(python.stdout) };
}

function linesOf(output: string): string[] {
  return output.trimEnd().split('\n');
}
