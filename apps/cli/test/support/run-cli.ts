import { readEnvironment } from '#platform/config/environment';
import { runCommand } from '../../src/run-command';
import { EXIT_CODES } from '../../src/shell';
import type { CliResult } from './start-cli';

/** Runs a command in this process, with these variables and no others: a tenth of what a process of its own costs. */
export async function runCli(words: readonly string[], variables: NodeJS.ProcessEnv): Promise<CliResult> {
  let [stdout, stderr] = ['', ''];
  const exitCode = await runCommand(words, {
    readEnvironment: () => readEnvironment(variables),
    output: { write: (text) => (stdout += text) },
    errors: { write: (text) => (stderr += text) },
    interruption: () => new AbortController().signal,
    exitCode: EXIT_CODES.done,
  });
  return { exitCode, stdout, stderr };
}
