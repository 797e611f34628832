import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../../apps/worker/test/support/free-port';
import { within } from '../../../apps/worker/test/support/within';

/** So few that the sessions of the server are shared at once. */
const SERVER_CONNECTIONS = 4;
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/** A PgBouncer in transaction mode, otherwise as Debian configures it, before a Postgres. */
export class OwnPgbouncer {
  private constructor(
    readonly url: string,
    private readonly directory: string,
    private readonly server: ChildProcess,
  ) {}

  static async start(postgresUrl: string): Promise<OwnPgbouncer> {
    const target = new URL(postgresUrl);
    const directory = mkdtempSync(join(tmpdir(), 'candelabra-pgbouncer-'));
    const settings = join(directory, 'pgbouncer.ini');
    const port = await findFreePort();
    const password = target.password && ` password=${decodeURIComponent(target.password)}`;
    writeFileSync(
      settings,
      [
        '[databases]',
        `* = host=${target.hostname} port=${target.port} user=${decodeURIComponent(target.username)}${password}`,
        '[pgbouncer]',
        `listen_addr = 127.0.0.1`,
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        `default_pool_size = ${SERVER_CONNECTIONS}`,
        'max_client_conn = 500',
      ].join('\n'),
    );
    chmodSync(directory, 0o755);
    const isRoot = process.getuid?.() === 0;
    const server = spawn('/usr/sbin/pgbouncer', [settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    let output = '';
    const up = new Promise<void>((resolve, reject) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        output += `${line}\n`;
        if (line.includes('process up')) resolve();
      });
      server.once('error', () => reject(new Error('pgbouncer is not installed: apt-get install pgbouncer')));
      server.once('exit', (code) => reject(new Error(`pgbouncer exited with code ${code}\n${output}`)));
    });
    await within(up, `pgbouncer listens on ${port}`);
    target.hostname = '127.0.0.1';
    target.port = String(port);
    return new OwnPgbouncer(target.href, directory, server);
  }

  async close(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await exited;
    rmSync(this.directory, { recursive: true, force: true });
  }
}
