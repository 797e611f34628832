import { loadScenarios } from '../../../../test/load-scenarios';
import { JobStage } from './job-stage';
import { type LosableQueue, openLosableQueue } from './losable-queue';
import { StageReset } from './stage-reset';

interface SharedStage {
  readonly queue: LosableQueue;
  readonly stage: JobStage;
  readonly reset: StageReset;
}

let shared: Promise<SharedStage> | undefined;

async function open(): Promise<SharedStage> {
  const queue = await openLosableQueue();
  const stage = await JobStage.open({ queue: queue.redisUrl });
  return { queue, stage, reset: await StageReset.prepare(stage) };
}

/**
 * The one stage of all scenario files of a suite, for the `beforeAll` of each: the sample and nothing else is stored, no event is
 * recorded, and of its processes only the API and the workers of `runWorkers` run.
 */
export async function sharedStage(): Promise<JobStage> {
  if (!shared) return (await (shared = open())).stage;
  const { stage, reset } = await shared;
  await stage.endOwnProcesses();
  await reset.run();
  await stage.audit.clear();
  return stage;
}

/** The queue of that stage, which may be damaged. */
export async function sharedQueue(): Promise<LosableQueue> {
  return (await shared!).queue;
}

/** As `loadScenarios`, for files that share a stage; it is closed after the last of them. */
export function loadJobScenarios(directory: string, folder: string): void {
  jest.setTimeout(300_000);
  loadScenarios(directory, folder);
  afterAll(async () => {
    const { stage, queue } = (await shared) ?? {};
    await stage?.close();
    await queue?.close();
  });
}
