import { spawn } from 'node:child_process';
import { once } from 'node:events';

const KILL_AFTER_MILLISECONDS = 3_000;

/** Runs one command of our command-line tool; rejects with what it wrote when it fails. */
export async function runCommand(
  entryFile: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [entryFile, ...words], {
    env: environment,
    // A Ctrl-C reaches it only through us.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MILLISECONDS).unref();
  };
  signal.addEventListener('abort', stop);
  try {
    let [output, complaints] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const [exitCode, signalCode] = (await once(child, 'close')) as [number | null, string | null];
    signal.throwIfAborted();
    if (exitCode === 0) return output;
    const wrote = `${complaints}\n${output}`.trim().split('\n').slice(-20).join('\n');
    throw new Error(`The command "${words[0]}" failed (${signalCode ?? `exit code ${exitCode}`}):\n${wrote}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
