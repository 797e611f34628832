import type { Foundation } from './launch';
import { waitUntilReady } from './wait-until-ready';
import {
  type DescribedService,
  describeService,
  GRACE_MILLISECONDS,
  type ServiceAddresses,
} from './service-processes';

const MIGRATIONS = 'libs/domain/src/database/migrations/';
/** The usual port of Node's debugger, and the next one. */
const DEBUGGER_PORTS = { api: 9229, worker: 9230 } as const;

export interface DevelopmentSwitches {
  /** Node's debugger may attach to API and worker. */
  readonly debugs: boolean;
  readonly logsSql: boolean;
}

interface Running {
  readonly addresses: ServiceAddresses;
  service: DescribedService;
}

/** The API and the worker, each started anew when files that it loads were compiled. */
export class DevelopmentServices {
  private readonly both: readonly Running[];
  private changed: string[] = [];
  private refreshing: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly foundation: Foundation,
    addresses: readonly ServiceAddresses[],
    private readonly switches: DevelopmentSwitches,
  ) {
    this.both = addresses.map((address) => ({ addresses: address, service: this.describe(address) }));
  }

  /** Where debuggers attach, by process. */
  get debuggers(): readonly string[] {
    if (!this.switches.debugs) return [];
    return this.both.map(({ addresses: { app, name } }) => `127.0.0.1:${DEBUGGER_PORTS[app]} (${name})`);
  }

  async start(): Promise<void> {
    await Promise.all(this.both.map((running) => this.run(running)));
  }

  /** Starts those anew that load one of these files of the build, given by their paths in it. */
  refresh(files: readonly string[]): void {
    this.changed.push(...files);
    this.refreshing ??= this.refreshUntilNothingHasChanged().finally(() => (this.refreshing = undefined));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.both.map(({ service }) => service.process.stop(GRACE_MILLISECONDS)));
    await this.refreshing;
  }

  kill(): void {
    for (const { service } of this.both) service.process.kill();
  }

  private async refreshUntilNothingHasChanged(): Promise<void> {
    while (this.changed.length > 0 && !this.isStopping()) {
      const files = this.changed.splice(0);
      const affected = this.both.filter(({ addresses: { app } }) =>
        files.some((file) => isLoadedBy(app, file)),
      );
      await Promise.all(affected.map(({ service }) => service.process.stop(GRACE_MILLISECONDS)));
      try {
        if (files.some((file) => file.startsWith(MIGRATIONS))) await this.foundation.command(['migrate']);
      } catch (error) {
        this.say((error as Error).message);
      }
      await Promise.all(affected.map((running) => this.restart(running)));
    }
  }

  private async restart(running: Running): Promise<void> {
    if (this.isStopping()) return;
    running.service = this.describe(running.addresses);
    try {
      await this.run(running);
      this.say(`The ${running.service.name} runs with the change`);
    } catch (error) {
      if (!this.isStopping())
        this.say(`${(error as Error).message}\nIt is started again after the next change.`);
    }
  }

  private async run({ service }: Running): Promise<void> {
    service.process.start();
    await waitUntilReady({ ...service, signal: this.foundation.context.signal });
    service.process.keepAlive();
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private say(line: string): void {
    this.foundation.context.say(line);
  }

  private describe(addresses: ServiceAddresses): DescribedService {
    const { context } = this.foundation;
    return describeService(context, addresses, {
      nodeOptions: [
        '--enable-source-maps',
        ...(this.switches.debugs ? [`--inspect=127.0.0.1:${DEBUGGER_PORTS[addresses.app]}`] : []),
      ],
      onLine: (line) => this.say(`${addresses.app.padEnd(7)}${line}`),
    });
  }
}

/** Both load the libraries. */
function isLoadedBy(app: string, file: string): boolean {
  return file.startsWith('libs/') || file.startsWith(`apps/${app}/`);
}
