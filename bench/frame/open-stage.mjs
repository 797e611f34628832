import { availableParallelism, cpus, loadavg } from 'node:os';

/** A stage that is closed when the run is interrupted or crashes, after lines that say what the figures were measured on. */
export async function openStage(settings, note) {
  console.log(`Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0].model.trim()})`);
  if (note) console.log(note);
  if (loadavg()[0] > 1) console.log(`The machine is busy (load ${loadavg()[0].toFixed(1)}): expect noise.`);
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
