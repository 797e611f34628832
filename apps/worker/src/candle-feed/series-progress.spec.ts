import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { type JudgedCandle, SeriesProgress } from './series-progress';

const MINUTE = 60_000;
const GRACE = 2_000;

describe('SeriesProgress', () => {
  let progress: SeriesProgress;
  let unconfirmed: number[];
  /** Everything before minute 10 is final. */
  beforeEach(() => {
    unconfirmed = [];
    progress = new SeriesProgress({
      intervalMilliseconds: MINUTE,
      graceMilliseconds: GRACE,
      mostUnconfirmedCandles: 5,
      from: 10 * MINUTE,
      onUnconfirmed: ({ openTime }) => unconfirmed.push(openTime / MINUTE),
    });
  });

  /** A candle of a minute; the volume says how far it has come. */
  const candle = (minute: number, volume = '1', close = '5'): SourceCandle => ({
    openTime: minute * MINUTE,
    open: '5',
    high: '9',
    low: '1',
    close,
    volume,
  });
  const published = (judged: readonly JudgedCandle[]) =>
    judged.map(
      ({ openTime, volume, isClosed }) => `${openTime / MINUTE} ${volume}${isClosed ? ' closed' : ''}`,
    );
  /** That many seconds into a minute. */
  const at = (minute: number, second: number) => minute * MINUTE + second * 1_000;
  const checkAt = (minute: number, second: number) => {
    const from = progress.beginCheck(at(minute, second));
    return from === undefined ? undefined : from / MINUTE;
  };

  it('closes a candle when a later one arrives', () => {
    expect(published(progress.observe(candle(10, '1')))).toEqual(['10 1']);
    expect(published(progress.observe(candle(10, '2')))).toEqual(['10 2']);
    expect(published(progress.observe(candle(11, '1')))).toEqual(['11 1', '10 2 closed']);
    expect(checkAt(11, 5)).toBeUndefined();
  });

  it('checks a candle whose time is over, once the grace is over, too, and closes it as it is shown', () => {
    progress.observe(candle(10, '1'));
    expect(checkAt(11, 1.9)).toBeUndefined();
    expect(checkAt(11, 2)).toBe(10);
    expect(published(progress.settle([candle(10, '3')], at(11, 2)))).toEqual(['10 3 closed']);
    expect(progress.endCheck(at(11, 2))).toEqual([]);
    expect(checkAt(11, 3)).toBeUndefined();
  });

  it('closes nothing after a hole before a check has filled it', () => {
    progress.observe(candle(10));
    progress.observe(candle(11));
    expect(published(progress.observe(candle(13, '1')))).toEqual(['13 1']);
    expect(published(progress.observe(candle(14, '1')))).toEqual(['14 1']);
    expect(checkAt(14, 3)).toBe(10);
    const judged = progress.settle(
      [candle(11, '2'), candle(12, '2'), candle(13, '2'), candle(14, '1')],
      at(14, 3),
    );
    expect(published(judged)).toEqual(['11 2 closed', '12 2 closed', '13 2 closed']);
    expect(progress.endCheck(at(14, 3))).toEqual([]);
    expect(published(progress.observe(candle(15, '1')))).toEqual(['15 1', '14 1 closed']);
  });

  it('leaves a hole that the exchange has, too', () => {
    progress.observe(candle(10));
    progress.observe(candle(13, '1'));
    expect(checkAt(13, 3)).toBe(10);
    progress.settle([candle(10, '2'), candle(13, '1')], at(13, 3));
    progress.endCheck(at(13, 3));
    expect(published(progress.observe(candle(14, '1')))).toEqual(['14 1', '13 1 closed']);
    expect(checkAt(14, 10)).toBeUndefined();
  });

  it('checks everything since the last final candle after a cut', () => {
    progress.observe(candle(10));
    progress.observe(candle(11));
    progress.reconnect();
    expect(checkAt(11, 30)).toBe(10);
  });

  it('does not take a later candle of another connection for a proof', () => {
    progress.observe(candle(10, '1'));
    progress.reconnect();
    expect(checkAt(10, 30)).toBe(10);
    progress.endCheck(at(10, 30));
    expect(published(progress.observe(candle(11, '1')))).toEqual(['11 1']);
    expect(checkAt(11, 2)).toBe(10);
    expect(published(progress.settle([candle(10, '7'), candle(11, '1')], at(11, 2)))).toEqual([
      '10 7 closed',
    ]);
  });

  it('takes it for one when the new connection sent the candle before', () => {
    progress.observe(candle(10, '1'));
    progress.reconnect();
    progress.observe(candle(10, '1'));
    expect(published(progress.observe(candle(11, '1')))).toEqual(['11 1', '10 1 closed']);
  });

  it('keeps the newer of two updates that come in the wrong order, and has the candle checked', () => {
    progress.observe(candle(10, '5'));
    expect(progress.observe(candle(10, '4'))).toEqual([]);
    expect(published(progress.observe(candle(11, '1')))).toEqual(['11 1']);
    expect(checkAt(11, 1)).toBeUndefined();
    expect(checkAt(11, 2)).toBe(10);
    expect(published(progress.settle([candle(10, '6'), candle(11, '1')], at(11, 2)))).toEqual([
      '10 6 closed',
    ]);
  });

  it('checks an update that comes after its candle was closed, unless it repeats it', () => {
    progress.observe(candle(10, '5'));
    progress.observe(candle(11, '1'));
    expect(progress.observe(candle(10, '5'))).toEqual([]);
    expect(checkAt(11, 30)).toBeUndefined();
    expect(progress.observe(candle(10, '6'))).toEqual([]);
    expect(checkAt(11, 30)).toBe(10);
    expect(published(progress.settle([candle(10, '6'), candle(11, '1')], at(11, 30)))).toEqual([
      '10 6 closed',
    ]);
    expect(checkAt(11, 31)).toBeUndefined();
  });

  it('publishes the forming candle that a check shows as not closed, and nothing that the live connection knows', () => {
    progress.reconnect();
    expect(checkAt(12, 30)).toBe(10);
    const page = [candle(10), candle(11), candle(12, '4')];
    expect(published(progress.settle(page, at(12, 30)))).toEqual(['10 1 closed', '11 1 closed', '12 4']);
    progress.observe(candle(12, '6'));
    progress.reconnect();
    expect(checkAt(12, 40)).toBe(12);
    expect(progress.settle([candle(12, '5')], at(12, 40))).toEqual([]);
  });

  it('checks three times, with growing pauses, what requests do not show, and then leaves it unconfirmed', () => {
    progress.observe(candle(10, '5'));
    expect(checkAt(11, 2)).toBe(10);
    expect(progress.endCheck(at(11, 2))).toEqual([]);
    expect(checkAt(11, 5)).toBeUndefined();
    expect(checkAt(11, 6)).toBe(10);
    expect(progress.endCheck(at(11, 6))).toEqual([]);
    expect(checkAt(11, 13)).toBeUndefined();
    expect(checkAt(11, 14)).toBe(10);
    expect(unconfirmed).toEqual([]);
    expect(progress.endCheck(at(11, 14))).toEqual([]);
    expect(unconfirmed).toEqual([10]);
    // What comes in later is not kept back by it.
    progress.observe(candle(11, '1'));
    expect(published(progress.observe(candle(12, '1')))).toEqual(['12 1', '11 1 closed']);
    // A request shows it after all.
    expect(progress.observe(candle(10, '6'))).toEqual([]);
    expect(checkAt(12, 30)).toBe(10);
    expect(published(progress.settle([candle(10, '6')], at(12, 30)))).toEqual(['10 6 closed']);
  });

  it('takes what requests do not show as it was received where a later one followed on the same connection', () => {
    for (const minute of [11, 12, 13]) progress.observe(candle(minute, '3'));
    progress.doubt(12 * MINUTE);
    expect(checkAt(14, 2)).toBe(10);
    // 12 came out of order: nobody knows its last state.
    expect(published(progress.settle([candle(13, '4')], at(14, 2)))).toEqual(['11 3 closed', '13 4 closed']);
    expect(unconfirmed).toEqual([12]);
  });

  it('does not take for final what a page showed as it formed, when the next page shows what came after it', () => {
    progress.reconnect();
    expect(checkAt(12, 30)).toBe(10);
    const begin = [candle(10), candle(11), candle(12, '4')];
    expect(published(progress.settle(begin, at(12, 30)))).toEqual(['10 1 closed', '11 1 closed', '12 4']);
    // The minute closed before the request for the rest.
    expect(published(progress.settle([candle(13), candle(14, '1')], at(14, 3)))).toEqual([
      '13 1 closed',
      '14 1',
    ]);
    expect(progress.endCheck(at(14, 3))).toEqual([]);
    expect(checkAt(14, 4)).toBe(12);
    expect(published(progress.settle([candle(12, '9'), candle(13), candle(14, '1')], at(14, 4)))).toEqual([
      '12 9 closed',
      '13 1 closed',
    ]);
    expect(progress.endCheck(at(14, 4))).toEqual([]);
    expect(unconfirmed).toEqual([]);
    expect(progress.finalUpTo).toBe(13 * MINUTE);
  });

  it('has what it closed on the live word confirmed from time to time, for messages get lost without a sign', () => {
    for (let minute = 10; minute < 15; minute++) progress.observe(candle(minute));
    expect(checkAt(14, 30)).toBeUndefined();
    progress.observe(candle(15));
    expect(checkAt(15, 30)).toBe(10);
    const page = [10, 11, 12, 13, 14].map((minute) => candle(minute, minute === 12 ? '2' : '1'));
    expect(published(progress.settle(page, at(15, 30)))).toContain('12 2 closed');
    progress.endCheck(at(15, 30));
    expect(checkAt(15, 40)).toBeUndefined();
  });

  it('closes nothing by a time that is unknown, but what a request shows before another candle', () => {
    progress.observe(candle(10, '1'));
    expect(progress.beginCheck(-Infinity)).toBeUndefined();
    progress.reconnect();
    expect(progress.beginCheck(-Infinity)).toBe(10 * MINUTE);
    const page = [candle(10, '2'), candle(11, '2'), candle(12, '1')];
    expect(published(progress.settle(page, -Infinity))).toEqual(['10 2 closed', '11 2 closed', '12 1']);
    expect(progress.endCheck(-Infinity)).toEqual([]);
    progress.observe(candle(12, '2'));
    expect(published(progress.observe(candle(13, '1')))).toEqual(['13 1', '12 2 closed']);
  });

  it('does not forget a check that failed', () => {
    progress.reconnect();
    const from = progress.beginCheck(at(12, 0))!;
    progress.requestCheck(from);
    expect(checkAt(12, 1)).toBe(10);
  });
});
