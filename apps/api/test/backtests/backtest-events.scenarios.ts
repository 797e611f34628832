import { Client } from 'pg';
import { Shutdown } from '#platform/shutdown/shutdown';
import { openUntilExpiry } from '../support/expiring-token';
import { BACKTESTS, claimBacktest, completeBacktest, submitBacktest } from '../support/backtests';
import { EventStreamReader } from '../support/event-stream-reader';
import { startReplica } from '../support/replica';
import { readMetric } from '../support/read-metric';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';
import { until } from '../support/until';

describe('the event stream of a backtest', () => {
  let api: RunningApi;
  const readers: EventStreamReader[] = [];
  beforeAll(async () => {
    api = await startApi();
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.cut();
  });
  afterAll(() => api.stop());

  const pathOf = (id: number) => `${BACKTESTS}/${id}/events`;
  const open = async (id: number, { url = api.url, token = tokenFor() } = {}) => {
    const reader = await EventStreamReader.openAt(url + pathOf(id), { token });
    readers.push(reader);
    return reader;
  };
  const statusesOf = ({ events }: EventStreamReader) =>
    events
      .filter(({ event }) => event === 'status')
      .map(({ data }) => (JSON.parse(data) as { status: string }).status);
  const isAt = (reader: EventStreamReader, status: string) =>
    until(`it is ${status}`, () => statusesOf(reader).at(-1) === status);
  const metric = (line: RegExp) => readMetric(api, line);

  it('sends each change to all readers and ends with the run', async () => {
    const { id } = await submitBacktest(api);
    const opened = await Promise.all([open(id), open(id), open(id)]);
    for (const reader of opened) await isAt(reader, 'pending');
    expect(await metric(/^streams_open (\d+)/m)).toBe(3);
    expect(await completeBacktest(api, id)).toBe(true);
    for (const reader of opened) {
      await until('it ends', () => reader.isClosed);
      expect(statusesOf(reader).at(-1)).toBe('completed');
      expect(JSON.parse(reader.events.at(-1)!.data)).toEqual((await api.get(`${BACKTESTS}/${id}`)).body);
    }
    expect(await metric(/^streams_open (\d+)/m)).toBe(0);
    expect(await metric(/^streams_ended_total\{reason="finished"\} (\d+)/m)).toBe(3);
  });

  it('ends when the record is deleted', async () => {
    const { id } = await submitBacktest(api);
    const reader = await open(id);
    await isAt(reader, 'pending');
    expect((await api.delete(`${BACKTESTS}/${id}`)).status).toBe(204);
    await until('it ends', () => reader.isClosed);
    expect(statusesOf(reader)).toEqual(['pending']);
  });

  it('ends when the token does, and says so', async () => {
    const { id } = await submitBacktest(api);
    const { opened: reader, expiresAt } = await openUntilExpiry((token) => open(id, { token }));
    const { data } = await reader.event('expired');
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect(JSON.parse(data)).toEqual({ event: 'expired', detail: 'The token has expired' });
    await until('it ends', () => reader.isClosed);
  });

  it('queries the database once for all readers of all runs', async () => {
    const runs = await Promise.all([submitBacktest(api), submitBacktest(api), submitBacktest(api)]);
    const opened = await Promise.all(Array.from({ length: 30 }, (_, index) => open(runs[index % 3].id)));
    for (const reader of opened) await isAt(reader, 'pending');
    const query = jest.spyOn(Client.prototype, 'query');
    const reads = () =>
      query.mock.calls.filter(([text]) => /from "backtests"/i.test(String(text as unknown))).length;
    const startedAt = performance.now();
    await until('the database was queried four times', () => reads() >= 4);
    const claims = await Promise.all(runs.map(({ id }) => claimBacktest(api, id)));
    expect(claims.every((claim) => claim !== undefined)).toBe(true);
    for (const reader of opened) await isAt(reader, 'running');
    const polls = (performance.now() - startedAt) / 250;
    const counted = reads();
    query.mockRestore();
    // Four polls a second, the one under way, and what the three claims read; thirty readers would be thirty times that.
    expect(counted).toBeLessThanOrEqual(polls + 1 + 3);
  });

  it('counts for the limits of streams, together with the streams of candles', async () => {
    const { id } = await submitBacktest(api);
    const small = await startReplica({ STREAMS_PER_TOKEN: '2', STREAMS_PER_REPLICA: '3' });
    try {
      const { url } = small;
      const refusal = async (token: string, path = pathOf(id)) => {
        const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
        const { code } = (await answer.json()) as { code: string };
        return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') };
      };
      const [first, second] = [tokenFor({ sub: 'first' }), tokenFor({ sub: 'second' })];
      const reader = await open(id, { url, token: first });
      const series = { exchange: 'test', symbol: 'A', interval: '1m' };
      readers.push(await EventStreamReader.open(url, series, { token: first }));
      const retryAfter = expect.stringMatching(/^\d+$/);
      expect(await refusal(first)).toEqual({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter });
      await open(id, { url, token: second });
      expect(await refusal(second)).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter });
      reader.cut();
      await until('there is a slot again', () => open(id, { url, token: second }).catch(() => undefined));
      expect(await refusal(second, pathOf(999_999))).toMatchObject({ status: 404 });
    } finally {
      await small.application.close();
    }
  });

  it('ends with `shutdown` when the server stops', async () => {
    const { id } = await submitBacktest(api);
    const stopping = await startReplica();
    const reader = await open(id, { url: stopping.url });
    stopping.application.get(Shutdown).begin();
    await reader.event('shutdown');
    await until('it ends', () => reader.isClosed);
    await stopping.application.close();
  });

  it('goes on after the database was away', async () => {
    const { id } = await submitBacktest(api);
    const reader = await open(id);
    await isAt(reader, 'pending');
    const read = jest.spyOn(Client.prototype, 'query').mockImplementationOnce(() => {
      throw new Error('Connection terminated unexpectedly');
    });
    await until('a poll has failed', () => read.mock.results.some(({ type }) => type === 'throw'));
    read.mockRestore();
    expect(await completeBacktest(api, id)).toBe(true);
    await isAt(reader, 'completed');
  });
});
