import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { readiness } from './support/readiness';
import { report } from './support/scale';
import { findWrongCounters } from './support/series-counters';
import { onThisMachine } from '../on-this-machine';

const WRITERS = 4;
const WRITES_BETWEEN = 100;
const SERVING_SECONDS = 10;

describe('a server that becomes read-only, and a writable one that replaces it', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open();
  });
  afterAll(() => stage.close());

  /** As a primary that was demoted: every session, old or new, refuses writes with SQLSTATE 25006. */
  async function demote(): Promise<void> {
    await stage.query('alter system set default_transaction_read_only = on');
    await stage.query('select pg_reload_conf()');
  }

  /** As the address of a new primary: sessions opened from now on write, those opened before never will again. */
  async function promote(): Promise<void> {
    const [{ name }] = await stage.query<{ name: string }>('select current_database() as name');
    await stage.query(
      `begin read write; alter database "${name}" set default_transaction_read_only = off; commit`,
    );
  }

  it('is answered with 503 and no readiness, and is followed within ten seconds without a loss', async () => {
    const { url } = await stage.startApi();
    const worker = await stage.startWorker();
    const writers = new CandleWriters([url], WRITERS);
    const moreWrites = () => {
      const wanted = writers.stored + WRITES_BETWEEN;
      return eventually(
        'candles are written',
        () => Promise.resolve(writers.stored),
        (stored) => stored >= wanted,
      );
    };
    await moreWrites();

    await demote();
    for (const probed of [url, worker.metricsUrl]) {
      await eventually(
        'it is not ready, and says why',
        () => readiness(probed),
        ({ status, body }) => status === 503 && body.detail === 'The database is read-only',
      );
    }
    await eventually(
      'writes are answered with 503',
      () => Promise.resolve(writers.answers.get(503) ?? 0),
      (refused) => refused >= WRITERS,
    );

    await promote();
    const promotedAt = performance.now();
    await moreWrites();
    for (const probed of [url, worker.metricsUrl]) {
      await eventually(
        'it is ready',
        () => readiness(probed),
        ({ status }) => status === 200,
      );
    }
    const seconds = (performance.now() - promotedAt) / 1000;
    await writers.stop();

    expect(seconds).toBeLessThan(onThisMachine(SERVING_SECONDS));
    expect([...writers.answers.keys()].sort()).toEqual([201, 503]);
    expect(await writers.findLosses(stage)).toEqual([]);
    expect(await findWrongCounters(stage)).toEqual([]);
    report(
      `${writers.answers.get(503)} times 503; serving ${seconds.toFixed(1)} s after a writable server was there`,
    );
  });
});
