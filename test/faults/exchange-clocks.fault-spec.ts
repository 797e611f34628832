import { RunningFeed } from '../../apps/worker/test/support/running-feed';
import { eventually } from '../../apps/worker/test/support/within';
import { FakeExchange } from '../fake-exchange/fake-exchange';
import { DurablePostgres } from './support/durable-postgres';
import { IS_SHORT, report } from './support/scale';

const MINUTES = IS_SHORT ? 3 : 60;
/** An even number: after the last one the exchange's clock is known again. */
const SETTINGS = IS_SHORT ? 2 : 12;
const SYMBOLS = ['BTC/USDT', 'TINY/USDT', 'BTC/USDT:USDT'];
const SECONDS_PER_TICK = 10;
const LOOK_SECONDS = 20;
const MOST_CANDLES_PER_PAGE = 100;
/** Less than ten: then this machine's clock is used. */
const UNKNOWN_MINUTES = 6;
/** Far more than any quartz does. */
const DRIFT_MILLISECONDS_PER_MINUTE = 1_000;

const CLOCKS = [
  { name: '5 s ahead', seconds: 5, drift: 0 },
  { name: '5 s late', seconds: -5, drift: 0 },
  { name: '5 min ahead', seconds: 300, drift: 0 },
  { name: '5 min late', seconds: -300, drift: 0 },
  { name: 'drifting ahead', seconds: 0, drift: DRIFT_MILLISECONDS_PER_MINUTE },
  { name: 'drifting back', seconds: -5, drift: -DRIFT_MILLISECONDS_PER_MINUTE },
] as const;

describe.each(['binance', 'okx'] as const)("%s's clock", (exchange) => {
  let postgres: DurablePostgres;
  beforeAll(async () => {
    postgres = await DurablePostgres.start();
    Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_RUN_ID: 'faults' });
  });
  afterAll(() => postgres.close());

  let fake: FakeExchange;
  let feed: RunningFeed;
  const run = async (
    clock: { readonly seconds: number; readonly drift: number },
    { answersTime = true } = {},
  ) => {
    fake = await FakeExchange.start(exchange);
    fake.answersTime = answersTime;
    fake.mostCandlesPerPage = MOST_CANDLES_PER_PAGE;
    fake.machine.exchangeAheadMilliseconds = clock.seconds * 1_000;
    fake.machine.driftMillisecondsPerMinute = clock.drift;
    feed = await RunningFeed.start(fake, SYMBOLS);
  };
  afterEach(async () => {
    await feed.close();
    await fake.stop();
  });

  const untilEqual = async () => {
    // Time passes with ticks only: a candle at its very end would never be over for long enough.
    do await fake.tick(SECONDS_PER_TICK);
    while (fake.market.now % 60_000 !== LOOK_SECONDS * 1000);
    await eventually(
      'what is stored is what the exchange has',
      async () => (await feed.differences()).slice(0, 5),
      (differences) => differences.length === 0,
    );
  };

  it.each(CLOCKS)('$name leaves the stored candles equal to its own, each closed once', async (clock) => {
    await run(clock);
    await feed.pass(MINUTES);
    const revisions = await feed.revisions();
    await untilEqual();
    report(
      `${exchange}, ${clock.name}: ${MINUTES} minutes of ${SYMBOLS.length} series, ${revisions} revisions`,
    );
    expect(revisions).toBe(0);
  });

  // Binance's messages bear their time; OKX's candles then close by the next one alone.
  it('5 min late, that it does not answer, leaves them equal to its own', async () => {
    await run({ seconds: -300, drift: 0 }, { answersTime: false });
    await feed.pass(UNKNOWN_MINUTES);
    await untilEqual();
    expect(await feed.revisions()).toBe(0);
  });

  it('set by five minutes, and read through cuts and refusals, leaves them equal to its own', async () => {
    await run({ seconds: -300, drift: 0 });
    for (let round = 0; round < SETTINGS; round++) {
      await feed.pass(1);
      fake.machine.exchangeAheadMilliseconds *= -1;
      fake.answerNext('too many requests', 2);
      fake.cut();
      await feed.pass(2);
      fake.answersTime = !fake.answersTime;
      await fake.goOffline();
      await fake.tick(2 * 60);
      await fake.comeBack();
    }
    await feed.pass(1);
    await untilEqual();
  });
});
