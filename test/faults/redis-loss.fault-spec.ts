import { eventually } from '../../apps/worker/test/support/within';
import { OwnRedis } from '../../apps/worker/test/support/own-redis';
import { CandleWriters } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { readiness } from './support/readiness';
import { IS_SHORT, report } from './support/scale';
import { untilComplete } from './support/stored-closes';

const ROUNDS = IS_SHORT ? 1 : 5;
const WRITERS = 4;
const WRITES_BETWEEN = 200;

describe('Redis killed and flushed while candles are written and watched', () => {
  let stage: FaultStage;
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await OwnRedis.start();
    stage = await FaultStage.open({ REDIS_URL: redis.redisUrl });
  });
  afterAll(async () => {
    await stage.close();
    await redis.close();
  });

  it('leaves the APIs ready and the worker not, stores every candle, and no stream misses one', async () => {
    const apis = [await stage.startApi(), await stage.startApi()];
    const worker = await stage.startWorker();
    const urls = apis.map(({ url }) => url);
    const symbols = Array.from({ length: WRITERS }, (_, writer) => `W${writer}`);
    const watchers = symbols.map((symbol, index) => stage.watch([urls[(index + 1) % 2]], symbol));
    await eventually(
      'the streams are open',
      () => Promise.resolve(watchers.every(({ connections }) => connections === 1)),
      (areOpen) => areOpen,
    );
    const writers = new CandleWriters(urls, WRITERS);

    for (let round = 0; round < ROUNDS; round++) {
      await writers.more(WRITES_BETWEEN);
      await redis.flush();
      await writers.more(WRITES_BETWEEN);
      await redis.kill();
      await writers.more(WRITES_BETWEEN);
      expect((await readiness(urls[0])).body.status).toBe('degraded');
      expect(await Promise.all(urls.map(async (url) => (await readiness(url)).status))).toEqual([200, 200]);
      expect(await readiness(worker.metricsUrl)).toMatchObject({
        status: 503,
        body: { status: 'unavailable', detail: 'The queue is not reachable' },
      });
      await redis.listen();
      await worker.printed(/Queue connection of the consumers works again/);
    }
    await writers.more(WRITES_BETWEEN);
    await writers.stop();
    const stoppedAt = performance.now();

    expect([...writers.answers.keys()]).toEqual([201]);
    expect(await writers.findLosses(stage)).toEqual([]);
    await Promise.all(watchers.map((watcher, index) => untilComplete(stage, watcher, symbols[index])));
    const seconds = (performance.now() - stoppedAt) / 1000;
    expect(watchers.map(({ connections }) => connections)).toEqual(watchers.map(() => 1));
    // A line when the connections fail, not for each of them nor for each try.
    const outages = worker.output.split('\n').filter((line) => line.includes('failed; it is tried again'));
    const perSubject = new Map<string, number>();
    for (const line of outages) {
      const { msg } = JSON.parse(line) as { msg: string };
      perSubject.set(msg, (perSubject.get(msg) ?? 0) + 1);
    }
    expect([...perSubject].filter(([, count]) => count > 2 * ROUNDS)).toEqual([]);
    expect(worker.output).not.toContain('"stack"');
    report(`${outages.length} lines of the worker about ${ROUNDS} outages`);
    report(
      `${ROUNDS} kills and flushes: ${writers.stored} candles stored, ` +
        `${watchers.reduce((sum, { events }) => sum + events, 0)} events; the last stream was complete after ${seconds.toFixed(1)} s`,
    );
  });
});
