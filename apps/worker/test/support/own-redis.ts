import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { findFreePort } from './free-port';
import { within } from './within';

interface ServerCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** A Redis to kill, durable as production's is: an append-only file, written every second. */
export class OwnRedis {
  private server: ChildProcess;

  private constructor(
    private readonly port: number,
    private readonly directory: string,
    private readonly certificate: ServerCertificate | undefined,
  ) {}

  /** With a certificate of `localhost` it accepts connections with TLS alone. */
  static async start(certificate?: ServerCertificate): Promise<OwnRedis> {
    const directory = mkdtempSync(join(tmpdir(), 'candelabra-redis-'));
    const redis = new OwnRedis(await findFreePort(), directory, certificate);
    await redis.listen();
    return redis;
  }

  get redisUrl(): string {
    return this.certificate ? `rediss://localhost:${this.port}` : `redis://127.0.0.1:${this.port}`;
  }

  async flush(): Promise<void> {
    const redis = new Redis(this.redisUrl);
    await redis.flushall();
    redis.disconnect();
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** It stops at once. */
  async kill(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await exited;
  }

  /** Starts it, at the address it had before. */
  async listen(): Promise<void> {
    this.server = spawn(
      'redis-server',
      ['--bind', '127.0.0.1', ...this.portOptions(), '--dir', this.directory, '--save', ''].concat([
        '--appendonly',
        'yes',
        '--appendfsync',
        'everysec',
        '--maxmemory-policy',
        'noeviction',
      ]),
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const lines = createInterface({ input: this.server.stdout! });
    const listening = new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => line.includes('Ready to accept connections') && resolve());
      this.server.once('error', reject);
      this.server.once('exit', (code) => reject(new Error(`redis-server exited with code ${code}`)));
    });
    await within(listening, `redis-server listens on ${this.port}`);
  }
  private portOptions(): string[] {
    const { certificate, port } = this;
    if (!certificate) return ['--port', String(port)];
    const { certificateFile, keyFile } = certificate;
    const files = ['--tls-cert-file', certificateFile, '--tls-key-file', keyFile];
    return ['--port', '0', '--tls-port', String(port), ...files, '--tls-auth-clients', 'no'];
  }
}
