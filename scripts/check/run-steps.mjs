// Runs named steps, each a Node program, two at a time and each with its time; the process fails where one does.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const STEPS_AT_A_TIME = 2;
const execute = promisify(execFile);

/** Of all `names`, those that `--only` and `--skip` leave. */
export function chosenSteps(names) {
  const list = { type: 'string', multiple: true, default: [] };
  const { only, skip } = parseArgs({ options: { only: list, skip: list } }).values;
  const unknown = [...only, ...skip].filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`No step ${unknown.join(', ')}; there are ${names.join(', ')}.`);
    process.exit(2);
  }
  return (only.length > 0 ? only : names).filter((name) => !skip.includes(name));
}

/** Runs a Node program with its arguments at the root of the repository. */
export async function runProgram(program) {
  try {
    const { stdout, stderr } = await execute(process.execPath, program, {
      cwd: root,
      maxBuffer: 256 * 2 ** 20,
    });
    return { passed: true, output: `${stdout}${stderr}` };
  } catch (error) {
    return { passed: false, output: `${error.stdout ?? ''}${error.stderr ?? ''}${error.message}` };
  }
}

/** `run` answers for the name of a step whether it passed, and what it printed. */
export async function runSteps(names, run) {
  const failed = [];
  const waiting = [...names];
  const beganAt = performance.now();
  const secondsSince = (start) => (performance.now() - start) / 1000;
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const startedAt = performance.now();
      const { passed, output } = await run(name);
      const seconds = secondsSince(startedAt).toFixed(1);
      console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
      if (passed) continue;
      failed.push(name);
      console.log(output.trimEnd().replace(/^/gm, '        '));
    }
  };
  await Promise.all(Array.from({ length: STEPS_AT_A_TIME }, work));
  console.log(`${secondsSince(beganAt).toFixed(0)} s`);
  console.log(failed.length === 0 ? `${names.length} checks passed` : `Failed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
