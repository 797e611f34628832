import type { CandleChanges } from '#domain/market-data/reading/candle-changes.reader';
import type { CandleNotice, NoticedCandle } from './candle-notice';
import { SeriesFollower, type SeriesUpdate } from './series-follower';

const MINUTE = 60_000;
const name = { exchange: 'test', symbol: 'A', interval: '1m' as const };

const noticed = (minute: number, close: string, isClosed: boolean | null = true): NoticedCandle => [
  ...([minute * MINUTE, '1', '9', '1', close, '1'] as const),
  isClosed,
];

/** A write of the given version, committed a second after the version before. */
function notice(version: number, candles?: NoticedCandle[], [first, last] = [0, 100]): CandleNotice {
  const range = { first: first * MINUTE, last: last * MINUTE };
  return { ...name, seriesId: 1, version, ...range, writtenAt: version * 1000, candles };
}

function changes(version: number, closes: readonly string[]): CandleChanges {
  const candles = closes.map((close, minute) => ({
    openTime: minute * MINUTE,
    open: '1',
    high: '9',
    low: '1',
    close,
    volume: '1',
    isClosed: true,
    committedAt: version * 1000,
  }));
  const newestOpenTime = (closes.length - 1) * MINUTE;
  return {
    seriesId: 1,
    version,
    committedAt: version * 1000,
    newestOpenTime,
    candles,
    from: 0,
    newest: candles.at(-1),
  };
}

describe('a series that is followed', () => {
  let published: SeriesUpdate[];
  let follower: SeriesFollower;
  beforeEach(() => {
    published = [];
    follower = new SeriesFollower(name, (update) => published.push(update));
  });
  const closesPublished = () => published.map(({ candles }) => candles?.map(({ close }) => close).join(' '));

  it('publishes writes in the order of their versions, whatever the order of their notices', () => {
    follower.start(undefined);
    expect(follower.receive(notice(3, [noticed(0, '3')]))).toBe('early');
    expect(follower.receive(notice(2, [noticed(0, '2')]))).toBe('early');
    expect(follower.receive(notice(1, [noticed(0, '1')]))).toBe('published');
    expect(closesPublished()).toEqual(['1', '2', '3']);
    expect(follower.receive(notice(2, [noticed(0, '2')]))).toBe('duplicate');
    expect(published).toHaveLength(3);
  });

  it('publishes nothing of what came before it started, and everything after', () => {
    for (const version of [4, 5, 6]) follower.receive(notice(version, [noticed(0, `${version}`)]));
    follower.start(changes(5, ['5']));
    expect(closesPublished()).toEqual(['6']);
  });

  it('publishes what the tables hold once, and then only later versions', () => {
    follower.start(undefined);
    follower.receive(notice(5, [noticed(0, '5')]));
    follower.receive(notice(3, [noticed(0, '3')]));
    follower.apply(changes(4, ['a', 'b']));
    expect(closesPublished()).toEqual(['a b', '5']);
    follower.apply(changes(4, ['a', 'b']));
    expect(published).toHaveLength(2);
  });

  it('reads the tables when a notice came without its candles', () => {
    follower.start(undefined);
    expect(follower.receive(notice(1))).toBe('incomplete');
    expect(published).toEqual([]);
  });

  it('publishes each candle that changed once, ascending, the last of several with one time', () => {
    follower.start(undefined);
    const candles = [noticed(5, 'c'), noticed(2, 'x'), noticed(2, 'b'), noticed(1, 'unchanged')];
    follower.receive(notice(1, candles, [2, 5]));
    expect(closesPublished()).toEqual(['b c']);
  });

  it('knows the newest candle and the position, also after a late one', () => {
    follower.start(changes(1, ['1', '2']));
    follower.receive(notice(2, [noticed(0, '11')], [0, 0]));
    expect(published[0].before).toEqual({ newestOpenTime: MINUTE, committedAt: 1000 });
    expect(published[0].after).toEqual({ newestOpenTime: MINUTE, committedAt: 2000 });
    expect(follower.state).toMatchObject({ version: 2, newest: { close: '2' }, newestOpenTime: MINUTE });
  });

  it('regards a candle as closed by the time of its writing where the writer did not report it', () => {
    follower.start(undefined);
    const written = { ...notice(1, [noticed(0, '1', null), noticed(1, '2', null)]), writtenAt: MINUTE };
    follower.receive(written);
    expect(published[0].candles!.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('publishes that too much changed, with the newest candle', () => {
    follower.start(changes(1, ['1']));
    const { newest } = changes(9, ['1', '2', '3']);
    follower.apply({ ...changes(9, ['1', '2', '3']), candles: undefined });
    expect(published).toMatchObject([{ version: 9, candles: undefined, newest }]);
    expect(follower.state!.newest).toEqual(newest);
  });

  it('publishes the newest candle that the tables have once more only where it has changed', () => {
    follower.start(changes(1, ['1']));
    follower.apply(changes(2, ['1', '2']));
    follower.apply(changes(3, ['1', 'corrected']));
    expect(closesPublished()).toEqual(['2', '1 corrected']);
  });

  it('starts again from what is stored where the series is another one, and reads the tables when a notice says so', () => {
    follower.start(changes(5, ['5']));
    expect(follower.receive({ ...notice(6, [noticed(0, '6')]), seriesId: 2 })).toBe('incomplete');
    follower.replace({ ...changes(2, ['2']), seriesId: 2 });
    expect(published).toMatchObject([{ version: 2, from: 0, newest: { close: '2' } }]);
    expect(published[0].candles).toBeUndefined();
    expect(follower.receive({ ...notice(3, [noticed(1, '3')], [1, 1]), seriesId: 2 })).toBe('published');
    expect(follower.state).toMatchObject({ seriesId: 2, version: 3 });
  });
});
