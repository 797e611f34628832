import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { builtApp, ROOT } from './built-files';
import { findFreePort } from './free-port';
import { within } from './within';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built API or worker as a process of its own, with everything it logged. */
export class ServiceProcess {
  output = '';
  readonly exited: Promise<Exit>;
  private readonly printedSomething = new EventEmitter();
  private hasExited = false;

  private constructor(
    private readonly app: 'api' | 'worker',
    private readonly child: ChildProcess,
    readonly metricsUrl: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream!.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.printedSomething.emit('printed');
      });
    }
    this.exited = once(child, 'close').then(([code, signal]) => {
      this.hasExited = true;
      this.printedSomething.emit('printed');
      return { code: code as Exit['code'], signal: signal as Exit['signal'] };
    });
  }

  static async spawn(app: 'api' | 'worker', environment: NodeJS.ProcessEnv): Promise<ServiceProcess> {
    const metricsPort = await findFreePort();
    // Of our environment nothing but what Node needs: the test run has addresses of its own in it.
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, builtApp(app), {
      cwd: ROOT,
      env: { PATH, HOME, METRICS_PORT: String(metricsPort), SHUTDOWN_DELAY_SECONDS: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServiceProcess(app, child, `http://127.0.0.1:${metricsPort}`);
  }

  /** Resolves with what the pattern found in the log; rejects when the process ends without, or takes too long. */
  async printed(pattern: RegExp, seconds?: number): Promise<RegExpExecArray> {
    const find = async () => {
      for (;;) {
        const found = pattern.exec(this.output);
        if (found) return found;
        if (this.hasExited)
          throw new Error(`the ${this.app} exited without logging ${pattern}:\n${this.output}`);
        await once(this.printedSomething, 'printed');
      }
    };
    return within(find(), `${this.app} logs ${pattern}`, { seconds, describe: () => this.output });
  }

  get isRunning(): boolean {
    return !this.hasExited;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Kills it at once and resolves when it has exited. */
  async kill(): Promise<Exit> {
    this.child.kill('SIGKILL');
    return this.exited;
  }
}
