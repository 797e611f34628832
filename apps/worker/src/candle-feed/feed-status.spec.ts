import { SourceFailure } from '#sources/source-failure';
import { FeedStatus } from './feed-status';

describe('FeedStatus', () => {
  let now: number;
  let status: FeedStatus;
  beforeEach(() => {
    now = 1;
    status = new FeedStatus(() => now++);
  });
  const cut = new SourceFailure('unreachable', 'binance: socket closed');

  it('begins as reconnecting, and is live since the first message', () => {
    expect(status.report).toEqual({ state: 'reconnecting', since: 1, lastMessageAt: null, error: null });
    status.received();
    status.received();
    expect(status.report).toEqual({ state: 'live', since: 2, lastMessageAt: 3, error: null });
  });

  it('says since when it reconnects, and why last', () => {
    status.received();
    status.disconnected(cut);
    status.disconnected(new SourceFailure('unreachable', 'binance: no route'));
    expect(status.report).toEqual({
      state: 'reconnecting',
      since: 3,
      lastMessageAt: 2,
      error: 'binance: no route',
    });
    status.received();
    expect(status.report).toMatchObject({ state: 'live', error: null });
  });

  it('keeps the message of an error that is not of the exchange for the log', () => {
    status.disconnected(new Error('connect ECONNREFUSED 10.0.0.5:5432'));
    expect(status.report.error).toBe('an error of the worker, which its log describes');
  });

  it('is stopped while the exchange refuses the series, until a message comes in', () => {
    status.refused('binance has no X/USDT');
    status.disconnected(cut);
    expect(status.report).toMatchObject({ state: 'stopped', since: 2, error: 'binance has no X/USDT' });
    status.received();
    expect(status.report).toMatchObject({ state: 'live', since: 3, error: null });
  });

  it('is stopped when its worker is', () => {
    status.received();
    status.stopped();
    expect(status.report).toMatchObject({
      state: 'stopped',
      since: 3,
      error: expect.stringMatching(/worker/),
    });
  });
});
