import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { report } from './support/scale';
import { findWrongCounters } from './support/series-counters';

const WRITERS = 16;
const WRITES_BEFORE = 400;
const EXIT_SECONDS = 5;

describe('SIGTERM under load', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open();
  });
  afterAll(() => stage.close());

  it('ends the API within five seconds, with every candle stored that was answered 201', async () => {
    const { url, process } = await stage.startApi();
    const writers = new CandleWriters([url], WRITERS);
    await eventually(
      'candles are written',
      () => Promise.resolve(writers.stored),
      (stored) => stored >= WRITES_BEFORE,
    );
    const askedAt = performance.now();
    process.signal('SIGTERM');
    expect(await process.ended).toEqual({ code: 0, signal: null });
    const seconds = (performance.now() - askedAt) / 1000;
    await writers.stop();

    expect(seconds).toBeLessThan(EXIT_SECONDS);
    expect(await writers.findLosses(stage)).toEqual([]);
    expect(await findWrongCounters(stage)).toEqual([]);
    report(`the API left ${seconds.toFixed(2)} s after SIGTERM; ${writers.stored} candles stored`);
  });
});
