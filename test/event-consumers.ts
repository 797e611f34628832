import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..');
const execute = promisify(execFile);

const PROGRAMS = {
  typescript: [process.execPath, '--require', 'esbuild-register', 'examples/follow-events.ts'],
  python: ['python3', 'examples/follow_events.py'],
};

interface Consumption {
  readonly url: string;
  readonly token: string;
  /** Of the request, as in a query. */
  readonly parameters: string;
  /** Stops after so many. */
  readonly events: number;
  readonly lastId: string;
  /** After how many bytes each of the first connections is cut. */
  readonly cuts: readonly number[];
}

/** What the consumer of docs/guide/events.md prints, line by line, while its connections are cut. */
export async function runEventConsumer(
  language: keyof typeof PROGRAMS,
  { url, token, parameters, events, lastId, cuts }: Consumption,
): Promise<string[]> {
  const proxy = await startCuttingProxy(url, cuts);
  try {
    const [program, ...words] = PROGRAMS[language];
    const { stdout } = await execute(program, [...words, parameters, String(events), lastId], {
      cwd: ROOT,
      env: { ...process.env, API: `${proxy.url}/api/v1`, TOKEN: token },
    });
    if (proxy.connections() <= cuts.length) throw new Error('The consumer finished before its last cut');
    return stdout.trimEnd().split('\n');
  } finally {
    proxy.close();
  }
}

/** A proxy that breaks the nth connection after the nth number of bytes of answers; those after the last go on. */
async function startCuttingProxy(targetUrl: string, cuts: readonly number[]) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    let left = cuts[connections++] ?? Infinity;
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.pipe(upstream);
    upstream.on('data', (data) => {
      client.write(data.subarray(0, left));
      left -= data.length;
      // What was written before is delivered: `end` and not `destroy`.
      if (left <= 0) client.end(() => upstream.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
