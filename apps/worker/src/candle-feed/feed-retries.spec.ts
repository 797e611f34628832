import type { Logger } from 'pino';
import { SourceFailure } from '#sources/source-failure';
import { FeedRetries } from './feed-retries';
import { FeedStatus } from './feed-status';

const HOUR = 3_600_000;
const unknown = new SourceFailure('unsupported', 'okx has no X/USDT');
const SERIES = { exchange: 'okx', symbol: 'X/USDT', interval: '1m' } as const;
const away = new SourceFailure('unreachable', 'okx: no route');

describe('FeedRetries', () => {
  let status: FeedStatus;
  let lines: object[];
  beforeEach(() => {
    lines = [];
    status = new FeedStatus();
    // The longest of the random pauses.
    jest.spyOn(Math, 'random').mockReturnValue(1 - 2 ** -53);
  });
  afterEach(() => jest.restoreAllMocks());

  const log = (fields: object, line: string) => lines.push({ ...fields, line });
  const logger = { warn: log, info: log, debug: () => undefined } as unknown as Logger;

  const retriesOf = (firstMilliseconds: number, longestMilliseconds: number) =>
    new FeedRetries(
      { retryPauses: { firstMilliseconds, longestMilliseconds }, longestSilenceMilliseconds: 900_000 },
      status,
      logger,
      SERIES,
    );

  it('requests a series that the exchange does not have ever less often, others as usual', () => {
    const retries = retriesOf(500, 30_000);
    const pauses = (error: SourceFailure) =>
      Array.from({ length: 12 }, () => Math.round(retries.afterFailedRequest(error)));
    expect(pauses(away).slice(-2)).toEqual([30_000, 30_000]);
    expect(status.report.state).toBe('reconnecting');
    expect(pauses(unknown).at(-1)).toBe(900_000);
    expect(status.report).toMatchObject({ state: 'stopped', error: unknown.message });
    retries.answered();
    expect(Math.round(retries.afterFailedRequest(away))).toBe(500);
  });

  it('logs once that the connection and the requests of a series fail, and once that they work again', () => {
    const retries = retriesOf(500, 30_000);
    for (let attempt = 0; attempt < 20; attempt++) {
      retries.failed(away);
      retries.afterFailedRequest(unknown);
    }
    retries.received();
    retries.answered();
    const reason = 'okx: no route';
    expect(lines).toEqual([
      { ...SERIES, reason, line: 'The live connection of a feed failed; it is tried again' },
      {
        ...SERIES,
        reason: unknown.message,
        line: 'The request for what a feed missed failed; it is tried again',
      },
      { ...SERIES, line: 'The live connection of a feed works again' },
      { ...SERIES, line: 'The request for what a feed missed works again' },
    ]);
  });

  it('connects at once when the exchange has the series again', async () => {
    const retries = retriesOf(HOUR, HOUR);
    retries.afterFailedRequest(unknown);
    const rest = retries.rest(new AbortController().signal);
    retries.answered();
    await expect(rest).resolves.toBeUndefined();
  });
});
