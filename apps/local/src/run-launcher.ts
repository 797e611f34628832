import { mkdirSync } from 'node:fs';
import { findMisspeltVariables } from '#platform/config/environment';
import type { Launch, StartedPart } from './launch';
import { type LockHolder, takeLaunchLock } from './launch-lock';
import { type LaunchSettings, readLaunchSettings } from './launch-settings';
import { watchForStop } from './stop-signal';

// Whoever read our words may leave (`npm start | head`): that is no reason to leave, too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const say = (line: string) => console.log(line);

/** Starts what `work` starts, stops it on a signal, and ends the process; one launcher per data folder. */
export async function runLauncher(work: (launch: Launch) => Promise<void>): Promise<never> {
  try {
    process.exit(await runUnderLock(work));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function runUnderLock(work: (launch: Launch) => Promise<void>): Promise<number> {
  const settings = readLaunchSettings();
  const started: StartedPart[] = [];
  // Before anything starts: a signal that comes early must not leave half of it running.
  const stop = watchForStop({
    runsUnderNpm: settings.runsUnderNpm,
    onImpatience: () => {
      say('Stopping at once; the next start takes the database over.');
      for (const part of started) part.kill?.();
      process.exit(130);
    },
  });
  try {
    mkdirSync(settings.dataDirectory, { recursive: true });
    const lock = takeLaunchLock(settings.dataDirectory, settings.apiUrl);
    if (!lock.isOurs) {
      say(alreadyRunningText(settings, lock.holder));
      return 0;
    }
    try {
      return await runUntilStopped(
        { settings, predecessorWasKilled: lock.predecessorWasKilled, started },
        work,
        stop.signal,
      );
    } finally {
      lock.release();
    }
  } finally {
    stop.dispose();
  }
}

async function runUntilStopped(
  parts: Pick<Launch, 'settings' | 'predecessorWasKilled' | 'started'>,
  work: (launch: Launch) => Promise<void>,
  stopSignal: AbortSignal,
): Promise<number> {
  const failure = new AbortController();
  const signal = AbortSignal.any([stopSignal, failure.signal]);
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let exitCode = 0;
  try {
    say('Starting Candelabra');
    // The processes say it, too, but in logs that nobody reads at a start.
    for (const sentence of findMisspeltVariables()) say(`  ${sentence}`);
    await work({ ...parts, signal, giveUp: (error) => failure.abort(error), say });
    await stopped;
  } catch (error) {
    if (!signal.aborted) {
      exitCode = 1;
      console.error(`\n${(error as Error).message}\n`);
    }
  }
  if (failure.signal.aborted) {
    exitCode = 1;
    console.error(`\n${(failure.signal.reason as Error).message}\n`);
  } else if (stopSignal.aborted) {
    say(`\nStopping (${(stopSignal.reason as Error).message})`);
  }
  if (!(await stopParts(parts.started))) exitCode = 1;
  say('Stopped.');
  return exitCode;
}

/** Last started, first stopped; one that resists does not keep the others from being stopped. */
async function stopParts(started: readonly StartedPart[]): Promise<boolean> {
  let isClean = true;
  for (const part of started.toReversed()) {
    try {
      await part.stop();
    } catch (error) {
      isClean = false;
      console.error(`The ${part.name} did not stop cleanly: ${(error as Error).message}`);
    }
  }
  return isClean;
}

function alreadyRunningText(settings: LaunchSettings, holder: LockHolder): string {
  return [
    `Candelabra already runs with the data in ${settings.shownDataDirectory}: ${holder.apiUrl}`,
    `(process ${holder.pid}, since ${holder.startedAt}). Stop it there with Ctrl-C, or by: kill ${holder.pid}`,
    'For a second one beside it, give it a folder and a port of its own: DATA_DIR=.data2 PORT=8004 npm start',
  ].join('\n');
}
