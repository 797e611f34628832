import { availableParallelism, cpus, loadavg } from 'node:os';

export const PROCESSOR = cpus()[0].model.trim();

/** Lines that say what the figures are measured on. */
export function printMachine() {
  console.log(`Node ${process.versions.node}, ${availableParallelism()} cores (${PROCESSOR})`);
  if (loadavg()[0] > 1) console.log(`The machine is busy (load ${loadavg()[0].toFixed(1)}): expect noise.`);
}

/** A stage that is closed when the process is interrupted or crashes. */
export async function openStage(settings) {
  // It imports the build, which is made before.
  const { Stage } = await import('./stage.mjs');
  const stage = new Stage(settings);
  const giveUp = (reason) => {
    console.error(reason);
    void stage.close().finally(() => process.exit(1));
  };
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException']) process.once(event, giveUp);
  return stage;
}
