import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { lastLines, openLog } from './log-file';

const FIRST_BACKOFF_MILLISECONDS = 500;
const MAXIMUM_BACKOFF_MILLISECONDS = 30_000;
const STABLE_AFTER_MILLISECONDS = 60_000;

export interface ProcessDescription {
  readonly name: string;
  /** The file that Node runs. */
  readonly entryFile: string;
  /** Options of Node before it. */
  readonly nodeOptions?: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly say: (line: string) => void;
  /** Gets what it writes as well, line by line. */
  readonly onLine?: (line: string) => void;
}

/** How long to wait before the nth restart in a row. */
export function backoffMilliseconds(restart: number): number {
  return Math.min(FIRST_BACKOFF_MILLISECONDS * 2 ** (restart - 1), MAXIMUM_BACKOFF_MILLISECONDS);
}

/**
 * A process of ours that is kept alive. It runs in a session of its own, so that a Ctrl-C reaches it only through us, and
 * leaves by itself when the IPC channel to us closes, so that a killed launcher leaves no process running.
 */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private startsAtByte = 0;
  private startedAt = 0;
  private restarts = 0;
  private readonly stopping = new AbortController();

  constructor(private readonly description: ProcessDescription) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** The end of what the running, or last, child wrote. */
  get output(): string {
    return lastLines(this.description.logFile, { sinceByte: this.startsAtByte });
  }

  /** Starts it. Until `keepAlive` a child that exits is not restarted. */
  start(): void {
    const { entryFile, environment, logFile, nodeOptions = [], onLine } = this.description;
    const log = openLog(logFile);
    this.startsAtByte = log.startsAtByte;
    this.startedAt = performance.now();
    const output = onLine ? 'pipe' : log.descriptor;
    this.child = spawn(process.execPath, [...nodeOptions, entryFile], {
      env: environment,
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(log.descriptor);
    if (onLine) this.readLines(this.child, onLine);
    this.child.on('error', (error) => this.description.say(`The ${this.description.name}: ${error.message}`));
  }

  hasExited(): boolean {
    return this.child?.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** From now on an unexpected end is said, and followed by a restart after a growing pause. */
  keepAlive(): void {
    void this.restartWheneverItEnds();
  }

  /** Signals it to stop; kills it when the grace is over. */
  async stop(graceMilliseconds: number): Promise<void> {
    this.stopping.abort();
    const child = this.child;
    if (!child || this.hasExited()) return;
    const exited = once(child, 'exit');
    // Windows has no SIGTERM that a process could answer: there, the closed channel is the request.
    if (process.platform === 'win32') child.disconnect();
    else child.kill('SIGTERM');
    const isInTime = exited.then(() => true);
    if (await pTimeout(isInTime, { milliseconds: graceMilliseconds, fallback: () => false })) return;
    this.description.say(
      `The ${this.description.name} did not end in ${graceMilliseconds / 1000} s: killed.`,
    );
    child.kill('SIGKILL');
    await exited;
  }

  /** At once and without a word, for a user who does not want to wait. */
  kill(): void {
    this.stopping.abort();
    this.child?.kill('SIGKILL');
  }

  private readLines({ stdout, stderr }: ChildProcess, onLine: (line: string) => void): void {
    for (const stream of [stdout, stderr]) {
      createInterface({ input: stream! }).on('line', (line) => {
        appendFileSync(this.description.logFile, `${line}\n`);
        onLine(line);
      });
    }
  }

  private async restartWheneverItEnds(): Promise<void> {
    const { name, say, logFile } = this.description;
    for (;;) {
      if (this.child && !this.hasExited()) await once(this.child, 'exit');
      if (this.isStopping()) return;
      const livedLong = performance.now() - this.startedAt > STABLE_AFTER_MILLISECONDS;
      this.restarts = livedLong ? 1 : this.restarts + 1;
      const pause = backoffMilliseconds(this.restarts);
      say(
        `The ${name} stopped unexpectedly (${this.howItExited()}). It is started again in ${pause / 1000} s.`,
      );
      say(`Its last lines in ${logFile}:\n${lastLines(logFile, { sinceByte: this.startsAtByte, lines: 5 })}`);
      await delay(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.isStopping()) return;
      this.start();
    }
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private howItExited(): string {
    const { exitCode, signalCode } = this.child!;
    return signalCode ? `signal ${signalCode}` : `exit code ${exitCode}`;
  }
}
