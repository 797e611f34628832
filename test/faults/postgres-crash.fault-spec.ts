import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { IS_SHORT, report } from './support/scale';
import { findWrongCounters } from './support/series-counters';

const CRASHES = IS_SHORT ? 2 : 6;
const WRITERS = 8;
const WRITES_BETWEEN_CRASHES = 200;

describe('Postgres killed while candles are written', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open();
  });
  afterAll(() => stage.close());

  it('answers 503 meanwhile and nothing else, keeps every candle that was answered 201, and goes on by itself', async () => {
    const apis = [await stage.startApi(), await stage.startApi()];
    const writers = new CandleWriters(
      apis.map(({ url }) => url),
      WRITERS,
    );
    const moreWrites = (what: string) => {
      const wanted = writers.stored + WRITES_BETWEEN_CRASHES;
      return eventually(
        what,
        () => Promise.resolve(writers.stored),
        (stored) => stored >= wanted,
        { seconds: 60 },
      );
    };

    for (let crash = 0; crash < CRASHES; crash++) {
      await moreWrites('candles are written');
      stage.postgres.crash();
      await eventually(
        'a client receives it',
        () => Promise.resolve(writers.answers.get(503) ?? 0),
        (unavailable) => unavailable > 0,
      );
      await stage.postgres.restart();
    }
    await moreWrites('candles are written again');
    await writers.stop();

    expect([...writers.answers.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(await writers.findLosses(stage)).toEqual([]);
    expect(await findWrongCounters(stage)).toEqual([]);
    report(
      `${CRASHES} crashes: ${writers.stored} candles stored, ${writers.answers.get(503)} times 503, ` +
        `longest time without a 201 ${(writers.longestPause / 1000).toFixed(1)} s`,
    );
  });
});
