import { sign } from 'jsonwebtoken';
import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { OpenStreams } from '#domain/streams/open-streams';
import { Shutdown } from '#platform/shutdown/shutdown';
import { openUntilExpiry } from '../support/expiring-token';
import { readersOfTests } from '../support/event-stream-reader';
import { type Replica, startReplica } from '../support/replica';
import { type RunningApi, startApi } from '../support/running-api';
import { candle, newSymbol } from '../support/stream-candles';
import { TEST_SECRET, tokenFor } from '../support/token';
import { until } from '../support/until';
import { onThisMachine } from '../../../../test/on-this-machine';

const ACTIVE = '/api/v1/streams/active';

interface ActiveList {
  readonly total: number;
  readonly streams: readonly {
    readonly symbol: string;
    readonly instance: string;
    readonly events_sent: number;
  }[];
}

describe('streams and their ends', () => {
  let api: RunningApi;
  const openReader = readersOfTests();
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const open = (symbol: string, { url = api.url, token = tokenFor() } = {}) =>
    openReader(url, { exchange: 'test', symbol, interval: '1m' }, { token });
  /** So many candles, each of which closes at the given price. */
  const write = (symbol: string, close: string, count = 1) =>
    api.application.get(CandleIngest, { strict: false }).ingest(
      { exchange: 'test', symbol, interval: '1m' },
      Array.from({ length: count }, (_, minute) => candle(minute, close)),
      { allowOutliers: true },
    );
  const request = async (url: string, token = tokenFor()) =>
    fetch(`${url}/api/v1/streams/ohlcv?exchange=test&symbol=NONE`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const closed = async (reason: string) =>
    new RegExp(`streams_ended_total\\{reason="${reason}"\\} (\\d+)`).exec(
      (await api.get('/metrics')).text,
    )?.[1];

  it('drop a reader that takes nothing, and serve the others meanwhile', async () => {
    // As long as an event can be: what fills the buffers is bytes.
    const symbol = newSymbol().padEnd(128, 'X');
    const [stalled, other] = [await open(symbol), await open(symbol)];
    stalled.pause();
    let round = 1;
    // The system's buffers take up to 36 MiB before anything stays with us (Linux 6.18: tcp_wmem and tcp_rmem).
    for (; round % 10 > 0 || (await closed('slow')) === '0'; round++) {
      if (round > 5_000) throw new Error('It was not dropped');
      await write(symbol, `${round}`, 40);
      await other.close(`${round}`);
    }
    expect(await closed('slow')).toBe('1');
    await write(symbol, `${round}`, 40);
    await other.close(`${round}`);
    expect(other.isClosed).toBe(false);
  });

  it('end when the token does, and say so', async () => {
    const { opened: reader, expiresAt } = await openUntilExpiry((token) => open(newSymbol(), { token }));
    const { data } = await reader.event('expired');
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect(Date.now()).toBeLessThan(expiresAt + onThisMachine(1_000));
    expect(JSON.parse(data)).toEqual({ event: 'expired', detail: 'The token has expired' });
    await until('it ends', () => reader.isClosed);
  });

  it.each([
    ['the year 9999', { exp: 253_402_300_799 }],
    ['never', {}],
  ])('go on where the token ends in %s', async (_, claims) => {
    const symbol = newSymbol();
    const reader = await open(symbol, { token: sign({ sub: 'tester', ...claims }, TEST_SECRET) });
    await write(symbol, '2');
    await reader.close('2');
    // A check of all streams has passed when a token that expires later has closed another.
    const { opened: other } = await openUntilExpiry((token) => open(symbol, { token }));
    await other.event('expired');
    expect(reader.isClosed).toBe(false);
  });

  describe('on a replica with little room', () => {
    let small: Replica;
    beforeAll(async () => {
      small = await startReplica({ STREAMS_PER_TOKEN: '2', STREAMS_PER_REPLICA: '3' });
    });
    afterAll(() => small.application.close());

    it('are refused with 429 beyond the token’s share and with 503 beyond the replica’s, until one closes', async () => {
      const { url } = small;
      const [first, second] = [tokenFor({ sub: 'first' }), tokenFor({ sub: 'second' })];
      const [reader] = [await open('A', { url, token: first }), await open('A', { url, token: first })];
      const refused = await request(url, first);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await refused.json()).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        detail: expect.stringContaining('2'),
      });
      await open('B', { url, token: second });
      const full = await request(url, second);
      expect(full.status).toBe(503);
      expect(full.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await full.json()).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        detail: expect.stringContaining('3'),
      });
      reader.cut();
      await until('a slot is free again', () => open('C', { url, token: second }).catch(() => undefined));
    });

    it('count for their subject, whatever its token and the spelling of the header', async () => {
      const [sub, path] = ['many tokens', `${small.url}/api/v1/streams/ohlcv?exchange=test&symbol=D`];
      for (const serial of [1, 2]) {
        const token = tokenFor({ sub, serial });
        await until('a slot is free', () => open('D', { url: small.url, token }).catch(() => undefined));
      }
      const authorization = `bearer   ${tokenFor({ sub, serial: 3 })}`;
      expect((await fetch(path, { headers: { authorization } })).status).toBe(429);
    });

    it('free their slot when they were refused for another reason', async () => {
      const token = tokenFor({ sub: 'third' });
      for (let attempt = 0; attempt < 5; attempt++) {
        const answer = await fetch(`${small.url}/api/v1/streams/ohlcv?exchange=a`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.status).toBe(422);
      }
      await until('a slot is free', () => open('A', { url: small.url, token }).catch(() => undefined));
    });
  });

  it('end with `shutdown` when the server stops, which does not wait for stalled readers', async () => {
    const stopping = await startReplica();
    const symbol = newSymbol();
    const opened = await Promise.all(Array.from({ length: 3 }, () => open(symbol, { url: stopping.url })));
    opened[0].pause();
    for (let round = 1; round <= 100; round++) {
      await write(symbol, `${round}`, 120);
      await Promise.all(opened.slice(1).map((reader) => reader.close(`${round}`)));
    }
    const startedAt = performance.now();
    stopping.application.get(Shutdown).begin();
    await stopping.application.close();
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(5_000));
    for (const reader of opened.slice(1)) {
      await reader.event('shutdown');
      await until('it ends', () => reader.isClosed);
    }
  });

  it('begin with their end when they are opened while the server stops', async () => {
    const stopping = await startReplica();
    stopping.application.get(Shutdown).begin();
    const reader = await open(newSymbol(), { url: stopping.url });
    await reader.event('shutdown');
    await until('it ends', () => reader.isClosed);
    await stopping.application.close();
  });

  describe('the list of open streams', () => {
    const list = async (url = api.url): Promise<ActiveList> => {
      const answer = await fetch(url + ACTIVE, { headers: { authorization: `Bearer ${tokenFor()}` } });
      expect(answer.status).toBe(200);
      return (await answer.json()) as ActiveList;
    };

    it('shows those of all replicas, the own ones as they are', async () => {
      const other = await startReplica();
      try {
        const [here, there] = [newSymbol(), newSymbol()];
        await write(here, '1');
        const own = await open(here);
        const remote = await open(there, { url: other.url });
        await own.close('1');
        const ownRecord = {
          id: expect.any(String),
          type: 'sse',
          exchange: 'test',
          symbol: here,
          interval: '1m',
          opened_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/),
          events_sent: 1,
          instance: expect.any(String),
        };
        expect((await list()).streams).toContainEqual(ownRecord);
        const both = await until('both are listed', async () => {
          const { total, streams } = await list();
          expect(total).toBe(streams.length);
          const listed = [here, there].map((symbol) => streams.find((stream) => stream.symbol === symbol));
          return listed.every((stream) => stream) && listed;
        });
        expect(both[0]!.instance).not.toBe(both[1]!.instance);
        await until('the other replica lists it, too', async () =>
          (await list(other.url)).streams.some(({ symbol }) => symbol === here),
        );
        const wanted = await api.application.get(OpenStreams, { strict: false }).wantedSeries();
        expect(wanted).toContainEqual({ exchange: 'test', symbol: there, interval: '1m' });
        remote.cut();
        await until('it is listed no more', async () =>
          (await list()).streams.every(({ symbol }) => symbol !== there),
        );
      } finally {
        await other.application.close();
      }
    });

    it('forgets a replica that has died', async () => {
      const openStreams = api.application.get(OpenStreams, { strict: false });
      const symbol = newSymbol();
      const series = { exchange: 'test', symbol, interval: '1m' as const };
      const record = {
        ...series,
        id: 'dead/1',
        type: 'sse' as const,
        opened_at: '',
        events_sent: 0,
        instance: 'dead',
      };
      await openStreams.renew('dead', [record], [series]);
      expect((await list()).streams).toContainEqual(record);
      await api.database.query(
        `update open_stream_lists set updated_at = updated_at - interval '16 seconds' where instance = 'dead'`,
      );
      expect((await list()).streams).not.toContainEqual(record);
      expect(await openStreams.wantedSeries()).not.toContainEqual(series);
      await open(newSymbol());
      await until('its row is deleted', async () => {
        const { rowCount } = await api.database.query(
          `select from open_stream_lists where instance = 'dead'`,
        );
        return rowCount === 0;
      });
    });
  });
});
