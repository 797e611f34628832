import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const READY_TIMEOUT_SECONDS = 30;
const STOP_TIMEOUT_MILLISECONDS = 10_000;

/** A Node process whose CPU time can be read from outside. It leaves when the channel to us closes. */
export class MeasuredProcess {
  #child;
  #logFile;

  constructor(entryFile, { environment, preload, logFile, profileFolder }) {
    const log = openSync(logFile, 'a');
    this.#logFile = logFile;
    const options = [
      ...(preload ? ['--require', preload] : []),
      ...(profileFolder ? ['--cpu-prof', '--cpu-prof-dir', profileFolder] : []),
    ];
    this.#child = spawn(process.execPath, [...options, entryFile], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child.setMaxListeners(0);
  }

  get pid() {
    return this.#child.pid;
  }

  /** What the process sends over IPC next; rejects when it ends instead. */
  async nextMessage() {
    const exit = new AbortController();
    const abort = () => exit.abort(new Error(`The process exited: ${this.#log()}`));
    this.#child.once('exit', abort);
    try {
      const [message] = await once(this.#child, 'message', { signal: exit.signal });
      return message;
    } catch (error) {
      throw error.cause ?? error;
    } finally {
      this.#child.off('exit', abort);
    }
  }

  send(message) {
    this.#child.send(message);
  }

  onMessage(listener) {
    this.#child.on('message', listener);
  }

  /** Resolves when the URL answers 200. */
  async answers(url) {
    const deadline = performance.now() + READY_TIMEOUT_SECONDS * 1000;
    while (
      !(await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (this.#hasExited() || performance.now() > deadline)
        throw new Error(`${url} is not ready: ${this.#log()}`);
      await delay(50);
    }
  }

  /** CPU time of all its threads so far, in milliseconds; undefined where the system does not have it. */
  cpuMilliseconds() {
    const tasks = `/proc/${this.pid}/task`;
    if (!existsSync(`${tasks}/${this.pid}/schedstat`)) return undefined;
    // Nanoseconds, where /proc/<pid>/stat only counts ticks of 10 ms.
    const nanoseconds = readdirSync(tasks).map((task) =>
      Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  }

  async stop() {
    if (this.#hasExited()) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const deadline = globalThis.setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS);
    await exited;
    clearTimeout(deadline);
  }

  #hasExited() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #log() {
    return readFileSync(this.#logFile, 'utf8').slice(-2000);
  }
}
