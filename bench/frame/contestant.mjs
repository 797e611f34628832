import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const benchFolder = join(import.meta.dirname, '..');

export const buildFolder = join(benchFolder, '.build');
export const peersPython = join(benchFolder, '.venv', 'bin', 'python');

/**
 * A peer as a process of its own that stays for the whole row, so that its start is not measured: it reads a command per
 * line and answers each with one line of JSON.
 */
export class Contestant {
  #child;
  #answers;

  constructor(command, options) {
    this.#child = spawn(command, options, { stdio: ['pipe', 'pipe', 'inherit'] });
    // A peer that could not be started ends its output, which the next question reports.
    this.#child.on('error', () => undefined);
    this.#child.stdin.on('error', () => undefined);
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async send(command) {
    this.#child.stdin.write(`${command}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`${this.#child.spawnargs.join(' ')} exited without an answer to "${command}"`);
    return JSON.parse(value);
  }

  close() {
    this.#child.stdin.end();
  }
}

/** The program made of a C file in peers/, or undefined without gcc. */
export function compilePeer(name) {
  mkdirSync(buildFolder, { recursive: true });
  const program = join(buildFolder, name);
  const source = join(benchFolder, 'peers', `${name}.c`);
  const options = ['-O3', '-march=native', '-std=c11', '-Wall', '-Wextra', '-o', program, source, '-lm'];
  const { status, error, stderr } = spawnSync('gcc', options, { encoding: 'utf8' });
  if (error?.code === 'ENOENT') return undefined;
  if (status !== 0) throw new Error(`gcc could not compile ${source}:\n${stderr}`);
  return program;
}

/** Whether bench/.venv holds these packages. */
export function hasPythonPackages(...packages) {
  if (!existsSync(peersPython)) return false;
  const find = `import importlib.util, sys; sys.exit(any(importlib.util.find_spec(p) is None for p in sys.argv[1:]))`;
  return spawnSync(peersPython, ['-c', find, ...packages]).status === 0;
}

export const pythonPeer = (file, ...options) =>
  new Contestant(peersPython, ['-W', 'ignore', join(benchFolder, 'peers', file), ...options]);
