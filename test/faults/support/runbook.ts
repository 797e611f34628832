import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What `docker <args>` is to do; resolves with what it prints. */
export type Docker = (args: readonly string[]) => Promise<string>;

interface Operator {
  readonly docker: Docker;
  /** Those that the command reads. */
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** The command of an alert's paragraph in docs/operations.md. */
function commandOf(alert: string): string {
  const runbook = readFileSync('docs/operations.md', 'utf8');
  const paragraph = runbook.split(new RegExp(`^### ${alert}$`, 'm'))[1]?.split(/^##/m)[0] ?? '';
  const command = /^```sh[^\n]*\n(.*?)\n```$/ms.exec(paragraph)?.[1];
  if (!command) throw new Error(`docs/operations.md has no command for ${alert}`);
  return command;
}

/** Sends its arguments to the suite and prints the answer. */
const REPLACEMENT = `#!${process.execPath}
const body = JSON.stringify(process.argv.slice(2));
fetch(process.env.DOCKER_REPLACEMENT, { method: 'POST', body }).then(async (answer) => {
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
});
`;

/**
 * Runs the command of an alert's paragraph, word for word, in a shell where `docker` does to the suite's processes what Compose does to
 * containers. Rejects when the command fails.
 */
export async function followRunbook(alert: string, { docker, variables, folder }: Operator): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'candelabra-runbook-'));
  writeFileSync(join(directory, 'docker'), REPLACEMENT);
  chmodSync(join(directory, 'docker'), 0o755);
  const server = createServer((request, response) => {
    text(request)
      .then((body) => docker(JSON.parse(body) as string[]))
      .then(
        (printed) => response.end(printed),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const { stdout } = await execute('sh', ['-e', '-c', commandOf(alert)], {
      cwd: folder,
      env: {
        ...variables,
        PATH: `${directory}${delimiter}${process.env.PATH}`,
        DOCKER_REPLACEMENT: `http://127.0.0.1:${port}`,
      },
    });
    return stdout;
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(directory, { recursive: true, force: true });
  }
}
