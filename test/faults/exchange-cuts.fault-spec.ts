import { RunningFeed } from '../../apps/worker/test/support/running-feed';
import { eventually } from '../../apps/worker/test/support/within';
import { FakeExchange } from '../fake-exchange/fake-exchange';
import { DurablePostgres } from './support/durable-postgres';
import { IS_SHORT, report } from './support/scale';

const CUTS = IS_SHORT ? 15 : 100;
const SYMBOLS = ['BTC/USDT', 'TINY/USDT', 'BTC/USDT:USDT'];
const SECONDS_PER_TICK = 10;
const LOOK_SECONDS = 20;

describe.each(['binance', 'okx'] as const)('%s cutting its connections', (exchange) => {
  let postgres: DurablePostgres;
  let fake: FakeExchange;
  let feed: RunningFeed;
  beforeAll(async () => {
    postgres = await DurablePostgres.start();
    Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_RUN_ID: 'faults' });
    fake = await FakeExchange.start(exchange);
    feed = await RunningFeed.start(fake, SYMBOLS);
  });
  afterAll(async () => {
    await feed.close();
    await fake.stop();
    await postgres.close();
  });

  it('leaves the stored candles equal to its own, digit for digit', async () => {
    await feed.subscribed();
    for (let cut = 0; cut < CUTS; cut++) {
      // In all parts of a minute, and now and then before the feed has got over the last one.
      for (let tick = 0; tick <= cut % 7; tick++) await fake.tick(SECONDS_PER_TICK);
      if (cut % 5 === 4) {
        await fake.goOffline();
        await fake.tick(3 * 60);
        await fake.comeBack();
      } else fake.cut();
      if (cut % 4 > 0) await feed.subscribed();
    }
    await feed.subscribed();
    const cutAt = performance.now();
    // The clock is stopped between ticks: a candle that has just closed would never be over for long enough.
    do await fake.tick(SECONDS_PER_TICK);
    while (fake.market.now % 60_000 !== LOOK_SECONDS * 1000);
    await eventually(
      'what is stored is what the exchange knows',
      async () => (await feed.differences()).slice(0, 5),
      (differences) => differences.length === 0,
    );
    const counts: number[] = [];
    for (const symbol of SYMBOLS) counts.push((await feed.closedCandles(symbol)).length);
    expect(Math.min(...counts)).toBeGreaterThan(CUTS);
    report(
      `${exchange}: ${CUTS} cuts, ${counts.reduce((sum, count) => sum + count, 0)} candles as the exchange has them ` +
        `${((performance.now() - cutAt) / 1000).toFixed(1)} s after the last one`,
    );
  });
});
