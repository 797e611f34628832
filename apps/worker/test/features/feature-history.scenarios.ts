import { get } from 'node:http';
import { describeManyCandles } from './feature-history/many-candles';
import { expectClose, expectedOf, FeatureHistories, historyPath } from '../support/feature-histories';
import type { JobStage } from '../support/job-stage';
import { readMetric } from '../support/metrics';
import { readSample } from '../support/sample-candles';
import { sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

const HOUR_MILLISECONDS = 3_600_000;
const sample = readSample();

/** The built API, whose threads are files of the build. */
describe('a history of features', () => {
  let stage: JobStage;
  let histories: FeatureHistories;
  let url: string;

  beforeAll(async () => {
    stage = await sharedStage();
    histories = new FeatureHistories(stage);
    [, url] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
  });

  it('has a column for each feature, of the last 500 candles by default', async () => {
    const { exchange, open_time, features, warnings } = await histories.read({});
    expect([exchange, warnings]).toEqual(['us', []]);
    expect(open_time).toHaveLength(500);
    expect([open_time.at(-1), open_time[0]]).toEqual([
      '2020-04-17T00:00:00Z',
      sample[sample.length - 500].openTime.toISOString().replace('.000', ''),
    ]);
    const expected = expectedOf(sample.length - 500, sample.length - 1);
    for (const [name, values] of Object.entries(expected)) expectClose(features[name], values);
    for (const values of Object.values(features)) expect(values).toHaveLength(500);
  });

  it('keeps within inclusive bounds, from the start on or up to the end', async () => {
    const times = async (query: Record<string, string>) =>
      (await histories.read({ features: 'alpha158_kmid', ...query })).open_time;
    const [start, end] = ['2008-09-02T00:00:00Z', '2008-09-04T00:00:00Z'];
    expect(await times({ start, end })).toEqual([start, '2008-09-03T00:00:00Z', end]);
    expect(await times({ start, limit: '2' })).toEqual([start, '2008-09-03T00:00:00Z']);
    expect(await times({ end, limit: '2' })).toEqual(['2008-09-03T00:00:00Z', end]);
    expect(await times({ end: '1969-01-01T00:00:00Z' })).toEqual([]);
    expect(await times({ start: '2020-04-18T00:00:00Z' })).toEqual([]);
    expect(await times({ start: '0001-01-01T00:00:00Z', limit: '1' })).toEqual(['2000-01-03T00:00:00Z']);
  });

  it('has the same values in every range that holds them', async () => {
    const whole = await histories.read({ start: '2000-01-03T00:00:00Z', limit: '10000' });
    expect(whole.open_time).toHaveLength(sample.length);
    const index = whole.open_time.indexOf('2010-06-01T00:00:00Z');
    const queries: Record<string, string>[] = [
      { start: '2010-06-01T00:00:00Z', limit: '1' },
      { start: '2010-05-03T00:00:00Z', end: '2010-06-01T00:00:00Z' },
      { end: '2010-06-01T00:00:00Z', limit: '700' },
    ];
    for (const query of queries) {
      const { open_time, features } = await histories.read(query);
      const row = open_time.indexOf('2010-06-01T00:00:00Z');
      for (const [name, values] of Object.entries(features)) {
        const expected = whole.features[name][index];
        if (expected === null) expect(values[row]).toBeNull();
        else expectClose([values[row]], [expected]);
      }
    }
  });

  it('ends with what is computed as the latest', async () => {
    await stage.runWorkers(1);
    expect((await stage.api.features('POST', '/precompute', { symbol: 'SPX', interval: '1d' })).status).toBe(
      202,
    );
    const latest = await eventually(
      'the features are computed',
      async () =>
        JSON.parse((await stage.api.features('GET', '?symbol=SPX&interval=1d')).text) as {
          as_of: string | null;
          features: Record<string, number | null>;
        },
      ({ as_of }) => as_of !== null,
    );
    const { open_time, features } = await histories.read({});
    expect(open_time.at(-1)).toBe(latest.as_of);
    expect(Object.keys(features)).toEqual(Object.keys(latest.features));
    for (const [name, values] of Object.entries(features)) {
      const [last, expected] = [values.at(-1)!, latest.features[name]];
      if (expected === null) expect(last).toBeNull();
      else expectClose([last], [expected]);
    }
  });

  it('answers the features that are named in their order, unknown values as null and as nothing in CSV', async () => {
    const query = {
      features: 'returns_1,alpha158_kmid',
      start: '2000-01-03T00:00:00Z',
      end: '2000-01-04T00:00:00Z',
    };
    const { features } = await histories.read(query);
    expect(Object.keys(features)).toEqual(['returns_1', 'alpha158_kmid']);
    expect(features.returns_1[0]).toBeNull();
    const [head, first, second, ...rest] = (await histories.readCsv(query)).split('\n');
    expect([head, rest]).toEqual(['open_time,returns_1,alpha158_kmid', ['']]);
    expect(first).toBe(`2000-01-03T00:00:00Z,,${features.alpha158_kmid[0]}`);
    expect(second).toBe(`2000-01-04T00:00:00Z,${features.returns_1[1]},${features.alpha158_kmid[1]}`);
  });

  it('is a head without lines, and empty columns, where nothing is stored', async () => {
    const nothing = { symbol: 'NONE', features: 'alpha158_kmid' };
    expect(await histories.readCsv(nothing)).toBe('open_time,alpha158_kmid\n');
    expect(await histories.read(nothing)).toMatchObject({
      ...{ exchange: null, open_time: [], features: { alpha158_kmid: [] }, warnings: [] },
    });
    expect(await histories.readCsv({ start: '2021-01-01T00:00:00Z', features: 'alpha158_kmid' })).toBe(
      'open_time,alpha158_kmid\n',
    );
    // Hours cannot be made of days.
    expect(await histories.read({ interval: '1h' })).toMatchObject({ exchange: 'us', open_time: [] });
  });

  it('has the whole range as CSV, and as much as is requested', async () => {
    const lines = (await histories.readCsv({ features: 'alpha158_klen' })).trim().split('\n').slice(1);
    expect(lines).toHaveLength(sample.length);
    expectClose(
      lines.slice(1).map((line) => Number(line.split(',')[1])),
      expectedOf(1, sample.length - 1).alpha158_klen,
    );
    expect((await histories.readCsv({ features: 'alpha158_klen', limit: '3' })).trim().split('\n')).toEqual([
      'open_time,alpha158_klen',
      ...lines.slice(-3),
    ]);
  });

  it('aggregates an interval that is not stored from a shorter one, and says so', async () => {
    const quarters = sample.slice(0, 400).flatMap((day, index) =>
      [0, 6, 12, 18].map((hour) => ({
        ...day,
        openTime: new Date(Date.UTC(2010, 0, 1 + index, hour)),
        // Each quarter has the day's high and low, and moves from its open to its close in the last one.
        close: hour === 18 ? day.close : day.open,
      })),
    );
    await stage.store({ exchange: 'q', symbol: 'Q', interval: '6h' }, quarters);
    const { open_time, features, warnings } = await histories.read({ symbol: 'Q', limit: '300' });
    expect(warnings).toEqual(['no 1d candles of Q are stored on q: they were aggregated from 6h candles']);
    expect([open_time.length, open_time.at(-1)]).toEqual([300, '2011-02-04T00:00:00Z']);
    const expected = expectedOf(100, 399);
    for (const [name, values] of Object.entries(expected)) expectClose(features[name], values);
    const streamed = (await histories.readCsv({ symbol: 'Q', features: 'alpha158_kmid' }))
      .trim()
      .split('\n')
      .slice(1);
    expectClose(
      streamed.slice(100).map((line) => Number(line.split(',')[1])),
      expected.alpha158_kmid,
    );
  });

  it('leaves out candles that have not closed', async () => {
    const flat = { open: '5', high: '5', low: '5', close: '5', volume: '1' };
    const next = Math.floor(Date.now() / HOUR_MILLISECONDS) + 1;
    const candles = [0, 1, next].map((hour) => ({ openTime: new Date(hour * HOUR_MILLISECONDS), ...flat }));
    await stage.store({ exchange: 'o', symbol: 'OPEN', interval: '1h' }, candles);
    const query = { symbol: 'OPEN', interval: '1h' };
    expect((await histories.read(query)).open_time).toEqual(['1970-01-01T00:00:00Z', '1970-01-01T01:00:00Z']);
    expect((await histories.readCsv(query)).trim().split('\n')).toHaveLength(3);
  });

  it('has a tag that changes with the candles and with the query', async () => {
    const name = { exchange: 't', symbol: 'TAG', interval: '1h' } as const;
    const candle = { open: '5', high: '6', low: '4', close: '5', volume: '1', openTime: new Date(0) };
    await stage.store(name, [candle]);
    const request = (query: Record<string, string>, tag?: string) =>
      stage.api.openFeatures(historyPath({ symbol: 'TAG', interval: '1h', ...query }), { ifNoneMatch: tag });
    const first = await request({});
    const tag = first.headers.get('etag')!;
    expect([tag, first.headers.get('vary')]).toEqual([
      expect.stringMatching(/^"\S+"$/),
      'Accept-Encoding, Accept',
    ]);
    expect((await request({}, tag)).status).toBe(304);
    expect((await request({ limit: '1' }, tag)).status).toBe(200);
    await stage.store(name, [{ ...candle, close: '5.5' }]);
    expect((await request({}, tag)).status).toBe(200);
  });

  it('is given up without a failure where its client disconnects', async () => {
    const cutShort = () =>
      readMetric(
        stage.apiProcess,
        `http_request_duration_seconds_count{method="GET",route="/api/v1/features/history",status="499"}`,
      );
    const { authorization } = stage.api;
    const cutShortBefore = await cutShort();
    const unlock = await stage.lockTable('candlesticks');
    const requests = ['application/json', 'text/csv'].map((accept) =>
      get(`${url}/api/v1/features${historyPath({})}`, { agent: false, headers: { authorization, accept } }),
    );
    for (const request of requests) request.on('error', () => undefined);
    await stage.untilWaiting('api', requests.length);
    for (const request of requests) request.destroy();
    await eventually(
      'both have disconnected',
      cutShort,
      (count) => count === cutShortBefore + requests.length,
    );
    await unlock();
    // Answered after the others went on.
    await histories.read({ limit: '5000' });
    expect(stage.apiProcess.output).not.toContain('A request failed');
  });

  describeManyCandles(() => stage);
});
