import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { processStart } from '../src/process-identity';

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A launcher of the build under test, with everything it printed. */
export class LauncherRun {
  output = '';
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;

  constructor(launcherFile: string, workingDirectory: string, environment: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [launcherFile], { cwd: workingDirectory, env: environment });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream!.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.child.emit('printed');
      });
    }
    this.exited = once(this.child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
    }));
  }

  get pid(): number {
    return this.child.pid!;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves when the launcher has printed the text; rejects when it ends without. */
  async printed(text: string): Promise<void> {
    const exitedEarly = this.exited.then(() => true);
    while (!this.output.includes(text)) {
      const hasExited = await Promise.race([once(this.child, 'printed').then(() => false), exitedEarly]);
      if (hasExited && !this.output.includes(text)) {
        throw new Error(`The launcher exited without printing "${text}":\n${this.output}`);
      }
    }
  }
}

/** The processes that this one started, and theirs, but for Postgres's own. */
export function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** Those of the processes that are still there at the end of the time, zombies not counted. */
export async function survivors(pids: readonly number[], withinMilliseconds: number): Promise<number[]> {
  const deadline = performance.now() + withinMilliseconds;
  for (;;) {
    const alive = pids.filter((pid) => processStart(pid) !== undefined);
    if (alive.length === 0 || performance.now() > deadline) return alive;
    // The end of a process that is not our child is no event that could be awaited.
    await delay(25);
  }
}
