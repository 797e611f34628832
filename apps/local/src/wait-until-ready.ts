import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisedProcess } from './supervised-process';

const TIMEOUT_SECONDS = 60;
const PAUSE_MILLISECONDS = 50;

interface Waiting {
  readonly name: string;
  readonly process: SupervisedProcess;
  readonly readyUrl: string;
  readonly logFile: string;
  readonly signal: AbortSignal;
  readonly timeoutSeconds?: number;
}

/** Resolves when the process says that it can work; rejects, with its last lines, when it ends or never does. */
export async function waitUntilReady({
  timeoutSeconds = TIMEOUT_SECONDS,
  ...waiting
}: Waiting): Promise<void> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  let answer = 'no answer';
  const fail = (what: string) =>
    new Error(
      `The ${waiting.name} ${what}. Its last lines in ${waiting.logFile}:\n${waiting.process.output}`,
    );
  for (;;) {
    waiting.signal.throwIfAborted();
    if (waiting.process.hasExited()) throw fail('stopped before it was ready');
    try {
      const response = await fetch(waiting.readyUrl, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      answer = `${response.status} ${await response.text()}`;
    } catch (error) {
      answer = describe(error as Error);
    }
    if (performance.now() > deadline) {
      throw fail(`was not ready within ${timeoutSeconds} s; ${waiting.readyUrl} said: ${answer}`);
    }
    await delay(PAUSE_MILLISECONDS, undefined, { signal: waiting.signal });
  }
}

function describe(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
