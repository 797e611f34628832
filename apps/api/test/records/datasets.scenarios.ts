import { gzipSync } from 'node:zlib';
import { Datasets } from '#domain/datasets/datasets';
import { DATASETS, datasetUploads } from '../support/dataset-uploads';
import { readMetric } from '../support/read-metric';
import { type RunningApi, startApi } from '../support/running-api';

describe('datasets', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const { newPath, put, patch, storedParts } = datasetUploads(() => api);
  const lines = (...values: readonly string[]) => values.map((value) => `${value}\n`).join('');

  it('keep columns of pandas with an unnamed index, of numbers, texts and flags, and describe them', async () => {
    const path = newPath();
    // pandas 2.2: DataFrame.to_csv of a DatetimeIndex in UTC, NaN and None empty.
    const csv = lines(
      ',score,label,buy',
      '2024-01-02 00:00:00+00:00,0.1,calm,True',
      '2024-01-03 00:00:00+00:00,,"wild, very",False',
      '2024-01-04 00:00:00+00:00,-1e-05,,',
    );
    const { status, headers, body } = await put(path, gzipSync(csv), { encoding: 'gzip' });
    expect([status, headers.location]).toEqual([201, path]);
    const at = expect.stringMatching(/Z$/) as string;
    const version = {
      version: 1,
      content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      row_count: 3,
      start: '2024-01-02T00:00:00Z',
      end: '2024-01-04T00:00:00Z',
      created_at: at,
    };
    const rest = { start: null, end: null };
    const described = {
      name: path.split('/').at(-1),
      ...version,
      available_at_column: null,
      interval: '1d',
      symbol_count: null,
      column_count: 3,
      columns: [
        { name: 'score', type: 'number', nulls: 1, minimum: -0.00001, maximum: 0.1, ...rest },
        { name: 'label', type: 'text', nulls: 1, minimum: null, maximum: null, ...rest },
        { name: 'buy', type: 'flag', nulls: 1, minimum: null, maximum: null, ...rest },
      ],
      versions: [version],
    };
    expect(body).toEqual({ ...described, received: 3, inserted: 3, unchanged: 0 });
    expect((await api.get(path)).body).toEqual(described);
    const page = await api.get(`${path}/rows?size=2`);
    expect(page.body).toEqual({
      items: [
        { time: '2024-01-02T00:00:00Z', score: 0.1, label: 'calm', buy: true },
        { time: '2024-01-03T00:00:00Z', score: null, label: 'wild, very', buy: false },
      ],
      total: 3,
      page: 1,
      size: 2,
    });
    const [, next] = /<([^>]*)>; rel="next"/.exec(page.headers.link)!;
    // What is stored between two pages does not move the second.
    await put(path, lines('time,score', '2024-01-02,9'));
    const second = await api.get(`${path}/rows${next}`);
    expect(second.body.items).toEqual([
      { time: '2024-01-04T00:00:00Z', score: -0.00001, label: null, buy: null },
    ]);
    expect(second.headers.link).not.toContain('next');
    const asCsv = await api.get(`${path}/rows?version=1`).set('accept', 'text/csv');
    expect(asCsv.text).toBe(
      'time,score,label,buy\r\n2024-01-02T00:00:00Z,0.1,calm,true\r\n2024-01-03T00:00:00Z,,"wild, very",false\r\n2024-01-04T00:00:00Z,-0.00001,,\r\n',
    );
    expect((await api.get(DATASETS)).body.items[0]).toMatchObject({
      name: described.name,
      version: 2,
      row_count: 1,
    });
  });

  it('have one hash for one content, however it was sent, and no new version for it', async () => {
    const [whole, grown] = [newPath(), newPath()];
    const rows = ['2024-01-02,A,-0', '2024-01-02,B,2', '2024-01-03,A,', '2024-01-03,B,-4'];
    const first = await put(whole, lines('time,symbol,x', ...rows));
    expect(first.body).toMatchObject({ symbol_count: 2, row_count: 4 });
    const json = rows.slice(2).map((row) => {
      const [time, symbol, x] = row.split(',');
      return JSON.stringify({ x: x === '' ? null : Number(x), symbol, time: Date.parse(time) });
    });
    await put(grown, lines('time,symbol,x', ...rows.slice(0, 2)));
    const appended = await patch(grown, lines(...json), { type: 'application/x-ndjson' });
    expect([appended.status, appended.body]).toEqual([
      200,
      expect.objectContaining({
        version: 2,
        content_sha256: first.body.content_sha256,
        row_count: 4,
        received: 2,
        inserted: 2,
        end: '2024-01-03T00:00:00Z',
        columns: [expect.objectContaining({ nulls: 1, minimum: -4, maximum: 2 })],
      }),
    ]);
    const parts = await storedParts();
    const again = await put(grown, (await api.get(`${whole}/rows`).set('accept', 'text/csv')).text);
    expect([again.status, again.body]).toEqual([
      200,
      expect.objectContaining({ version: 2, received: 4, inserted: 0, unchanged: 4 }),
    ]);
    expect(await storedParts()).toBe(parts);
    // Known at another time, it is another content.
    expect((await put(grown, lines('time,symbol,x', ...rows), { query: '?interval=1h' })).body.version).toBe(
      3,
    );
    const { rows: events } = await api.database.query<{ content: { version: number }[] }>(
      `select content from events where kind = 'dataset.stored' and content->0->>'name' = $1 order by id`,
      [grown.split('/').at(-1)],
    );
    expect(events.map(({ content }) => content[0].version)).toEqual([1, 2, 3]);
  });

  it('name the line far into a body, and keep the version before', async () => {
    const path = newPath();
    await put(path, 'time,x\n2000-01-03,1\n');
    const start = Date.parse('2001-01-01') / 1000;
    const rows = Array.from(
      { length: 80_000 },
      (_, index) => `${start + 60 * index},${index === 75_000 ? 'x' : index}`,
    );
    const before = await storedParts();
    const { status, body } = await patch(path, lines('time,x', ...rows));
    expect([status, body.detail]).toEqual([
      422,
      expect.stringMatching(/^line 75002, column x must be a finite number/),
    ]);
    expect(await storedParts()).toBe(before);
    const appended = await patch(path, lines('time,x', ...rows.slice(0, 75_000)));
    expect(appended.body).toMatchObject({ row_count: 75_001, columns: [{ maximum: 74_999 }] });
    const deep = await api.get(`${path}/rows?page=75001&size=1`);
    expect(deep.body.items).toEqual([{ time: '2001-02-22T01:59:00Z', x: 74_999 }]);
    for (const [body, detail] of [
      ['time,x\n2001-02-22T01:59:00Z,1\n', /must be there once/],
      ['time,y\n2024-01-02,1\n', /^line 1 must name x, a column of the dataset; line 1 names y/],
    ] as const) {
      expect((await patch(path, body)).body.detail).toMatch(detail);
    }
    expect(await readMetric(api, /dataset_uploads_total\{outcome="refused"\} (\d+)/)).toBeGreaterThan(2);
  });

  it('are described without the times of each symbol of each version', async () => {
    const path = newPath();
    await put(path, lines('time,symbol,x', '2024-01-02,A,1', '2024-01-02,B,1'));
    await patch(path, lines('time,symbol,x', '2024-01-03,A,1'));
    const datasets = api.application.get(Datasets, { strict: false });
    const found = await datasets.find(path.split('/').at(-1)!);
    const { items } = await datasets.list({ offset: 0, limit: 1 });
    const versions = [...(await datasets.versionsOf(found!.dataset.id)), items[0].version];
    expect(versions.map(({ version, ...others }) => [version, 'lastTimes' in others])).toEqual([
      [2, false],
      [1, false],
      [2, false],
    ]);
  });

  it('are changed and deleted where the tag is the one that GET serves, else not', async () => {
    const path = newPath();
    expect((await put(path, 'time,x\n2024-01-02,1\n', { ifMatch: '*' })).status).toBe(412);
    await put(path, 'time,x\n2024-01-02,1\n');
    const { etag } = (await api.get(path)).headers as { etag: string };
    expect((await patch(path, 'time,x\n2024-01-03,1\n', { ifMatch: etag })).status).toBe(200);
    for (const refused of [
      await put(path, 'time,x\n2024-01-03,1\n', { ifMatch: etag }),
      await api.delete(path).set('if-match', etag),
    ])
      expect(refused.status).toBe(412);
    expect((await api.get(path)).body).toMatchObject({ version: 2, row_count: 2 });
    expect((await api.delete(path)).status).toBe(204);
    for (const answer of [await api.get(path), await api.get(`${path}/rows`), await api.delete(path)])
      expect([answer.status, answer.body.detail]).toEqual([
        404,
        `No dataset with the name ${path.split('/').at(-1)}`,
      ]);
    expect((await api.anonymous().get(path)).status).toBe(401);
    const { rows } = await api.database.query(
      'select 1 from dataset_blocks left join dataset_parts on id = part_id where dataset_id is null',
    );
    expect(rows).toEqual([]);
  });
});
