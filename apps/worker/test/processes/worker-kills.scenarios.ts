import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import type { RunEvent } from '../support/run-audit';
import { sharedStage } from '../support/shared-stage';
import { readStoredResults, type StoredResult } from '../support/stored-result';

const KILLS = 5;
/** Averages this short trade on every other day: runs are long in writing what they found. */
const PARAMETERS = [
  { fast: 1, slow: 2 },
  { fast: 1, slow: 3 },
  { fast: 2, slow: 3 },
  { fast: 2, slow: 5 },
  { fast: 5, slow: 20 },
  { fast: 10, slow: 30 },
] as const;

describe('workers that are killed with -9', () => {
  let stage: JobStage;
  let undisturbed: StoredResult[];

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    const ids = await submit(PARAMETERS.length);
    await stage.audit.untilAll(ids, 'completed');
    const results = await readStoredResults(stage, ids);
    undisturbed = ids.map((id) => results.get(id)!);
  });

  /** Submits so many backtests, each with the next parameter set. */
  async function submit(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index++) {
      const parameters = PARAMETERS[index % PARAMETERS.length];
      ids.push(await stage.api.submit({ ...SMA_CROSS, parameters }));
    }
    return ids;
  }

  /** Unfinished runs of a killed worker, once the database has noticed and rolled back what it had begun. */
  async function orphanedRuns(): Promise<string[]> {
    await stage.untilWorkersDisconnected();
    const runs = (await stage.jobs('backtest')).filter(({ status }) => status === 'running');
    return runs.map(({ subject, run }) => `${subject}.${run}`);
  }

  const lossesIn = (events: readonly RunEvent[]) =>
    events
      .filter(({ from, to }) => from === 'running' && to === 'pending')
      .map(({ id, run }) => `${id}.${run - 1}`);

  const runningOf = (ids: readonly number[]) =>
    new Set(
      stage.audit.events.filter(({ id, to }) => to === 'running' && ids.includes(id)).map(({ id }) => id),
    );

  async function sumOfLosses(ids: readonly number[]): Promise<number> {
    return (await stage.jobs('backtest', ids)).reduce((sum, { losses }) => sum + losses, 0);
  }

  async function expectUndisturbedResults(ids: readonly number[]): Promise<void> {
    const results = await readStoredResults(stage, ids);
    ids.forEach((id, index) => {
      expect(results.get(id)).toEqual(undisturbed[index % PARAMETERS.length]);
      expect([stage.audit.count(id, 'completed'), stage.audit.count(id, 'report')]).toEqual([1, 1]);
      expect(stage.audit.count(id, 'failed')).toBe(0);
    });
  }

  it(`completes every backtest of a queue once, through ${KILLS} kills`, async () => {
    const goOn = await stage.lockTable('backtest_reports');
    const ids = await submit(KILLS * 5);
    await goOn();
    const orphans = new Set<string>();
    const firstEvent = stage.audit.events.length;
    for (let kill = 0; kill < KILLS; kill++) {
      const [worker] = await stage.runWorkers(1);
      // After another number of steps each time: right after a claim, in the middle of a write, right after one.
      const seen = stage.audit.events.length;
      const steps = 2 + kill;
      await stage.audit.until(
        `${steps} steps before kill ${kill}`,
        (events) => events.length >= seen + steps,
      );
      await worker.kill();
      for (const run of await orphanedRuns()) orphans.add(run);
    }
    await stage.runWorkers(1);
    await stage.audit.untilAll(ids, 'completed', { seconds: 40 });

    await expectUndisturbedResults(ids);
    expect(orphans.size).toBeGreaterThanOrEqual(KILLS / 2);
    expect(lossesIn(stage.audit.events.slice(firstEvent)).sort()).toEqual([...orphans].sort());
    expect(await sumOfLosses(ids)).toBe(orphans.size);
    expect(await stage.query('select id from job_outbox')).toEqual([]);
  });

  it('leaves the runs of a killed worker to another', async () => {
    const [killed] = await stage.runWorkers(2);
    // Nobody can write a result yet, so both workers come to hold as many runs as they do at once.
    const unlock = await stage.lockTable('backtest_reports');
    const ids = await submit(12);
    await stage.audit.until('both workers are busy', ({ length }) => length > 0 && runningOf(ids).size === 4);
    await killed.kill();
    await unlock();
    await stage.audit.untilAll(ids, 'completed');

    await expectUndisturbedResults(ids);
    expect(await sumOfLosses(ids)).toBe(2);
  });
});
