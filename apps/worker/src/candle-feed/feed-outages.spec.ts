import type { Logger } from 'pino';
import type { FeedStates } from '#domain/market-data/series/feed-states';
import { CandleFeed } from './candle-feed';
import type { ExchangeFeed } from './exchange-feed';
import type { ExchangeFeeds } from './exchange-feeds';
import type { FeedLeadership } from './feed-leadership';
import type { FeedMetrics } from './feed-metrics';
import { FeedReports } from './feed-reports';
import type { FollowedSeries } from './followed-series';

/** Many beats and reports. */
const OUTAGE_MILLISECONDS = 30_000;

describe('an outage of the database is logged once, and its end once,', () => {
  let isAway: boolean;
  let lines: string[];
  let logger: Logger;
  beforeEach(() => {
    jest.useFakeTimers();
    isAway = true;
    lines = [];
    const log = (_fields: object, line: string) => lines.push(line);
    logger = { warn: log, info: log, debug: () => undefined } as unknown as Logger;
  });
  afterEach(() => jest.useRealTimers());

  const database = <T>(answer: T) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(answer));
  const passOutage = async () => {
    await jest.advanceTimersByTimeAsync(OUTAGE_MILLISECONDS);
    isAway = false;
    await jest.advanceTimersByTimeAsync(OUTAGE_MILLISECONDS);
  };

  it('by the election of leaders', async () => {
    const followed = { byExchange: () => Promise.resolve(new Map()) } as unknown as FollowedSeries;
    const leadership = {
      claim: () => database(new Set<string>()),
      end: () => Promise.resolve(),
    } as unknown as FeedLeadership;
    const reports = { start: () => undefined, stop: () => Promise.resolve() } as unknown as FeedReports;
    const exchanges = { beatMilliseconds: 500 } as ExchangeFeeds;
    const feed = new CandleFeed(followed, leadership, exchanges, reports, logger);
    feed.start();
    await passOutage();
    await feed.stop();

    expect(lines).toEqual([
      'The election of who leads the feeds failed; it is tried again',
      'The election of who leads the feeds works again',
    ]);
  });

  it('by the reports of feeds', async () => {
    const states = { renew: () => database(undefined) } as unknown as FeedStates;
    const leadership = { leads: () => true } as unknown as FeedLeadership;
    const metrics = { observeStates: () => undefined } as unknown as FeedMetrics;
    const reports = new FeedReports(states, leadership, metrics, logger);
    reports.start(new Map([['binance', { reports: () => [] } as unknown as ExchangeFeed]]));
    await passOutage();
    await reports.stop();

    expect(lines).toEqual([
      'The report of the states of feeds failed; it is tried again',
      'The report of the states of feeds works again',
    ]);
  });
});
