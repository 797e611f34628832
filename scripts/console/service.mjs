import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../free-port.mjs';

const LAUNCHER = fileURLToPath(new URL('../../dist/apps/local/src/main.js', import.meta.url));
const RUNNING = 'Candelabra is running';

/**
 * The service as `npm start` runs it, with the sample, on a free port of this machine. The build must be there.
 * Of the environment it gets nothing but what Node needs and `variables`. Rejects with what it printed when it does not start.
 */
export async function startService({ dataDirectory, variables = {} }) {
  const { PATH, HOME, SystemRoot } = process.env;
  const port = await findFreePort();
  const child = spawn(process.execPath, [LAUNCHER], {
    cwd: dataDirectory,
    env: {
      ...{ PATH, HOME, SystemRoot, DATA_DIR: dataDirectory, PORT: String(port) },
      METRICS_PORT: String(await findFreePort()),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'close');
  const isRunning = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (output.includes(RUNNING)) resolve();
      });
    }
    void exited.then(() => reject(new Error(`The service stopped before it ran:\n${output}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  };
  await isRunning;
  return {
    origin: `http://127.0.0.1:${port}`,
    token: /^TOKEN=(\S+)$/m.exec(output)[1],
    /** What its tokens are signed with. */
    secret: readFileSync(join(dataDirectory, 'jwt-secret'), 'utf8').trim(),
    pid: child.pid,
    output: () => output,
    stop,
  };
}
