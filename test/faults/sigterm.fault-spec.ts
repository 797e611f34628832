import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { report } from './support/scale';
import { findWrongCounters } from './support/series-counters';
import { untilComplete } from './support/stored-closes';
import { onThisMachine } from '../on-this-machine';

const WRITERS = 16;
const WATCHERS = 40;
const WRITES_BEFORE = 400;
const EXIT_SECONDS = 5;

describe('SIGTERM under load', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open();
  });
  afterAll(() => stage.close());

  it('ends the API within five seconds with its streams open, which go on at another replica and miss nothing', async () => {
    const [{ url, process }, other] = [await stage.startApi(), await stage.startApi()];
    const symbols = Array.from({ length: WATCHERS }, (_, index) => `W${index % WRITERS}`);
    const watchers = symbols.map((symbol) => stage.watch([url, other.url], symbol));
    await eventually(
      'the streams are open',
      () => Promise.resolve(watchers.every(({ connections }) => connections === 1)),
      (areOpen) => areOpen,
    );
    const writers = new CandleWriters([url, other.url], WRITERS);
    await eventually(
      'candles are written',
      () => Promise.resolve(writers.stored),
      (stored) => stored >= WRITES_BEFORE,
    );
    const requestedAt = performance.now();
    process.signal('SIGTERM');
    expect(await process.exited).toEqual({ code: 0, signal: null });
    const seconds = (performance.now() - requestedAt) / 1000;
    await eventually(
      'the other replica stores more',
      () => Promise.resolve(writers.stored),
      (stored) => stored >= 2 * WRITES_BEFORE,
    );
    await writers.stop();

    expect(seconds).toBeLessThan(onThisMachine(EXIT_SECONDS));
    expect(await writers.findLosses(stage)).toEqual([]);
    expect(await findWrongCounters(stage)).toEqual([]);
    await Promise.all(watchers.map((watcher, index) => untilComplete(stage, watcher, symbols[index])));
    expect(new Set(watchers.flatMap(({ otherEvents }) => otherEvents))).toEqual(new Set(['shutdown']));
    report(`the API left ${seconds.toFixed(2)} s after SIGTERM; ${writers.stored} candles stored`);
  });
});
