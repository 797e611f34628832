import { formatDateTime } from '#engine/market/parse-time';
import { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import { misdeedsOf } from '../support/misdeeds';
import { RunningFeed } from '../support/running-feed';
import { eventually } from '../support/within';

const SYMBOLS = ['BTC/USDT', 'TINY/USDT', 'BTC/USDT:USDT'];
const CUTS = 100;
const NEW_SERIES_CANDLES = 500;
const MINUTE_SECONDS = 60;

describe.each(['binance', 'okx'] as const)('the feed of %s', (exchange) => {
  let fake: FakeExchange;
  let feed: RunningFeed;

  beforeEach(async () => {
    fake = await FakeExchange.start(exchange);
    feed = await RunningFeed.start(fake, SYMBOLS);
  });
  afterEach(async () => {
    await feed.close();
    await fake.stop();
  });

  it('begins with the history of a new series, and goes on live, digit for digit', async () => {
    await feed.pass(3);
    await feed.untilEqual();
    for (const symbol of SYMBOLS) {
      expect((await feed.closedCandles(symbol)).length).toBeGreaterThanOrEqual(NEW_SERIES_CANDLES);
    }
  });

  it("closes each candle once, by the exchange's clock, whatever this machine's shows", async () => {
    for (const seconds of [-5, 5, -300, 300]) {
      await feed.stopFeed();
      fake.machine.exchangeAheadMilliseconds = seconds * 1_000;
      feed.startFeed();
      await feed.pass(2);
      await feed.untilEqual();
      // An answer that a tick overtakes is off by half of two seconds at most.
      expect(Math.abs((await feed.clockOffsetSeconds())! - seconds)).toBeLessThanOrEqual(1);
    }
    expect(await feed.revisions()).toBe(0);
  });

  it('leaves no hole in a new series when a page holds fewer candles than requested', async () => {
    fake.mostCandlesPerPage = 100;
    await feed.subscribed();
    await feed.untilEqual();
    for (const symbol of SYMBOLS) {
      expect((await feed.closedCandles(symbol)).length).toBeGreaterThanOrEqual(NEW_SERIES_CANDLES);
    }
  });

  it(`stores exactly what the exchange knows after ${CUTS} cuts, stalls, repetitions and losses`, async () => {
    const misdeeds = misdeedsOf(fake);
    await feed.subscribed();
    for (let cut = 0; cut < CUTS; cut++) {
      // Sometimes the next one comes before the feed has got over the last.
      if (cut % 4 > 0) await feed.subscribed();
      // In all parts of a minute.
      for (let step = 0; step <= cut % 7; step++) await fake.tick();
      await misdeeds[cut % misdeeds.length]();
      await fake.tick();
    }
    expect(fake.dials).toBeGreaterThan(CUTS / 4);
    await feed.pass(8);
    await feed.untilEqual({ seconds: 60 });
  });

  it('dials anew when a connection stays open and says nothing', async () => {
    await feed.pass(1);
    const { dials } = fake;
    fake.stall.sockets = true;
    await fake.until((exchange) => exchange.dials > dials, 'the exchange is dialled anew');
    const statesOf = () => SYMBOLS.map((symbol) => feed.statusOf(symbol));
    const areAll = (state: string) => (states: readonly { state: string }[]) =>
      states.every((status) => status.state === state);
    const silent = await eventually(
      'every series is reconnecting',
      () => Promise.resolve(statesOf()),
      areAll('reconnecting'),
    );
    for (const { error } of silent) expect(error).toMatch(/^the exchange /);
    await fake.tick(3 * MINUTE_SECONDS);
    fake.stall.sockets = false;
    await feed.pass(2);
    await feed.untilEqual();
    const live = await eventually(
      'every series is live',
      async () => {
        await fake.tick();
        return statesOf();
      },
      areAll('live'),
    );
    for (const { error } of live) expect(error).toBeNull();
  });

  it('goes on where it was after a crash, also in the middle of a fetch of history', async () => {
    await feed.subscribed();
    for (let crash = 0; crash < 10; crash++) {
      await fake.tick((3 + crash) * 10);
      await feed.stopFeed({ inGoodOrder: false });
      await fake.tick(25 * MINUTE_SECONDS + crash * 10);
      feed.startFeed();
      if (crash % 2 === 0) await feed.subscribed();
    }
    await feed.subscribed();
    await feed.pass(2);
    await feed.untilEqual();
  });

  describe('of a symbol that is delisted in mid-minute', () => {
    const DELISTED = 'TINY/USDT';
    let minute: number;

    /** The exchange has ten seconds more of the minute than any message sent. */
    async function delist(kind: 'halted' | 'removed'): Promise<void> {
      await feed.pass(2);
      await feed.untilEqual();
      minute = fake.market.now - 20_000;
      fake.delist(DELISTED, kind);
    }

    const newest = () => feed.newestCandle(DELISTED);

    it('ends with the candle as the exchange has it', async () => {
      await delist('halted');
      await fake.tick(2 * MINUTE_SECONDS);
      await feed.untilEqual();
      expect(await newest()).toEqual({ openTime: minute, isClosed: true });
      expect(feed.trueCandles(DELISTED, minute)).toHaveLength(1);
      expect(await feed.warnings(DELISTED)).toEqual([]);
    });

    it('leaves a candle out that the exchange does not confirm any more, and says why its feed is stopped', async () => {
      await delist('removed');
      await fake.tick(2 * MINUTE_SECONDS);
      const status = await eventually(
        'the feed is stopped',
        () => Promise.resolve(feed.statusOf(DELISTED)),
        ({ state }) => state === 'stopped',
      );
      // As binance and okx word it: -1121 and 51001; or as one finds it whose feed was slow and had to list the markets anew.
      expect(status.error).toMatch(
        /Invalid symbol|Instrument ID doesn't exist|instId:TINY-USDT doesn't exist|has no TINY\/USDT/,
      );
      expect(await newest()).toEqual({ openTime: minute, isClosed: false });
      const time = formatDateTime(minute);
      expect(await feed.warnings(DELISTED)).toEqual([
        `1m candles of TINY/USDT left out, because ${exchange} has not confirmed what its feed received last: 1 (${time})`,
      ]);
      // The others are not disturbed by it for long.
      for (let step = 0; step < 12; step++) await fake.tick();
      await eventually(
        'the others are stored',
        async () => (await feed.differences()).filter((line) => !line.startsWith(DELISTED)),
        (differences) => differences.length === 0,
      );
      await eventually(
        'the others are live',
        async () => {
          await fake.tick();
          return SYMBOLS.map((symbol) => feed.statusOf(symbol).state).join();
        },
        (states) => states === 'live,stopped,live',
      );
    });

    it('confirms the candle after its return, when it was stopped before the minute was over', async () => {
      await delist('halted');
      await feed.stopFeed();
      expect(await newest()).toEqual({ openTime: minute, isClosed: false });
      expect(feed.statusOf(DELISTED)).toMatchObject({
        state: 'stopped',
        error: expect.stringMatching(/worker/),
      });
      await fake.tick(5 * MINUTE_SECONDS);
      feed.startFeed();
      await feed.untilEqual();
      expect(await newest()).toEqual({ openTime: minute, isClosed: true });
    });
  });

  it('keeps corrupt candles apart with the reason, and stores all others', async () => {
    const reasons = {
      'high below low': /^high must not be below/,
      'negative volume': /^volume must be a decimal/,
      'NaN close': /^close must be a decimal/,
      'off the grid': /^open_time must be a multiple of the interval/,
      'zero price': /^open must be above 0; low must be above 0/,
    } as const;
    const quarantined = async () => {
      const { rows } = await feed.client.query<{ reason: string; source: string }>(
        'select reason, source from quarantined_candles order by quarantined_at, symbol',
      );
      return rows;
    };
    await feed.subscribed();
    await feed.untilEqual();
    let before = 0;
    for (const [corruption, reason] of Object.entries(reasons)) {
      await feed.pass(1);
      fake.corrupt(corruption as keyof typeof reasons, 'sockets', SYMBOLS.length);
      await fake.tick();
      const rows = await eventually(
        corruption,
        quarantined,
        ({ length }) => length === before + SYMBOLS.length,
      );
      for (const row of rows.slice(before)) {
        expect(row).toEqual({ reason: expect.stringMatching(reason), source: 'feed' });
      }
      before = rows.length;
    }
    await feed.pass(2);
    await feed.untilEqual();
  });

  it('misses nothing while the database takes no connections', async () => {
    await feed.pass(2);
    await feed.untilEqual();
    const comesBack = await feed.loseDatabase();
    const before = await feed.updates();
    for (let step = 0; step < 5 * 6; step++) await fake.tick();
    await eventually(
      'updates are received',
      async () => {
        // Who had been silent for too long, and subscribed again after the steps, has received none of them.
        await fake.tick();
        return feed.updates();
      },
      (now) => now >= before + SYMBOLS.length,
    );
    await comesBack();
    await feed.pass(1);
    await feed.untilEqual();
  });
});
