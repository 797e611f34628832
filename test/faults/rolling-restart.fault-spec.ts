import { eventually } from '../../apps/worker/test/support/within';
import { Balancer } from './support/balancer';
import { CandleWriters } from './support/candle-writers';
import { type ApiProcess, FaultStage } from './support/fault-stage';
import { readiness } from './support/readiness';
import { IS_SHORT, report } from './support/scale';

const ROUNDS = IS_SHORT ? 1 : 5;
const CLIENTS = 6;
const WRITES_BETWEEN = 200;

describe('two APIs restarted one after the other under six clients', () => {
  let stage: FaultStage;
  let balancer: Balancer;
  beforeAll(async () => {
    stage = await FaultStage.open({ SHUTDOWN_DELAY_SECONDS: '1' });
    balancer = await Balancer.start();
  });
  afterAll(async () => {
    balancer.close();
    await stage.close();
  });

  const startReplica = async (): Promise<ApiProcess> => {
    const api = await stage.startApi();
    balancer.add(api.url);
    return api;
  };

  const untilReady = (count: number) =>
    eventually(
      `${count} replicas are ready`,
      () => Promise.resolve(balancer.readyReplicas),
      (ready) => ready === count,
    );

  it('loses no request, and measures until the end', async () => {
    let replicas = [await startReplica(), await startReplica()];
    await untilReady(2);
    const writers = new CandleWriters([balancer.url], CLIENTS);
    const moreWrites = async () => {
      const wanted = writers.stored + WRITES_BETWEEN;
      await eventually(
        'candles are written',
        () => Promise.resolve(writers.stored),
        (stored) => stored >= wanted,
      );
    };

    for (let restart = 0; restart < 2 * ROUNDS; restart++) {
      const [stopping, staying] = replicas;
      await moreWrites();
      stopping.process.signal('SIGTERM');
      await eventually(
        'it is not ready and still answers',
        () => readiness(stopping.url),
        ({ status }) => status === 503,
      );
      // The metrics' own port says the same, and outlives the API's.
      expect(await readiness(stopping.process.metricsUrl)).toMatchObject({ status: 503 });
      expect(await stopping.process.exited).toEqual({ code: 0, signal: null });
      replicas = [staying, await startReplica()];
      await untilReady(2);
    }
    await moreWrites();
    await writers.stop();

    expect([...writers.answers]).toEqual([[201, writers.stored]]);
    expect(await writers.findLosses(stage)).toEqual([]);
    report(`${2 * ROUNDS} restarts: ${writers.stored} requests, none lost`);
  });
});
