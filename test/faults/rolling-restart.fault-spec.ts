import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters } from './support/candle-writers';
import { readiness } from './support/readiness';
import { Replicas } from './support/replicas';
import { IS_SHORT, report } from './support/scale';
import { untilComplete } from './support/stored-closes';

const ROUNDS = IS_SHORT ? 1 : 5;
const CLIENTS = 6;
const WATCHERS = 24;
const WRITES_BETWEEN = 200;

describe('two APIs restarted one after the other under six clients', () => {
  let replicas: Replicas;
  beforeAll(async () => {
    replicas = await Replicas.open();
  });
  afterAll(() => replicas.close());

  it('loses no request, sends WebSockets to the other one, which miss nothing, and measures until the end', async () => {
    const { stage, balancer } = replicas;
    let apis = await replicas.startBoth();
    const urls = apis.map(({ url }) => url);
    const symbols = Array.from({ length: WATCHERS }, (_, index) => `W${index % CLIENTS}`);
    const watchers = symbols.map((symbol, index) =>
      stage.watchSocket([urls[index % 2], urls[1 - (index % 2)]], symbol),
    );
    await eventually(
      'the WebSockets are open',
      () => Promise.resolve(watchers.every(({ connections }) => connections === 1)),
      (areOpen) => areOpen,
    );
    const writers = new CandleWriters([balancer.url], CLIENTS);

    for (let restart = 0; restart < 2 * ROUNDS; restart++) {
      const [stopping, staying] = apis;
      await writers.more(WRITES_BETWEEN);
      stopping.process.signal('SIGTERM');
      await eventually(
        'it is not ready and still answers',
        () => readiness(stopping.url),
        ({ status }) => status === 503,
      );
      // The metrics' own port says the same, and outlives the API's.
      expect(await readiness(stopping.process.metricsUrl)).toMatchObject({ status: 503 });
      expect(await stopping.process.exited).toEqual({ code: 0, signal: null });
      apis = [staying, await replicas.replace(stopping)];
    }
    await writers.more(WRITES_BETWEEN);
    await writers.stop();

    expect([...writers.answers]).toEqual([[201, writers.stored]]);
    expect(await writers.findLosses(stage)).toEqual([]);
    await Promise.all(watchers.map((watcher, index) => untilComplete(stage, watcher, symbols[index])));
    expect(new Set(watchers.flatMap(({ closeCodes }) => closeCodes))).toEqual(new Set([1001]));
    expect(new Set(watchers.flatMap(({ otherEvents }) => otherEvents))).toEqual(new Set(['shutdown']));
    expect(watchers.filter(({ connections }) => connections < 2)).toEqual([]);
    report(`${2 * ROUNDS} restarts: ${writers.stored} requests, none lost`);
  });
});
