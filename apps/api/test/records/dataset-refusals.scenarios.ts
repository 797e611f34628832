import { DAILY, DATASETS, datasetUploads } from '../support/dataset-uploads';
import { type RunningApi, startApi } from '../support/running-api';

describe('uploads of datasets', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const { newPath, put, patch, storedParts } = datasetUploads(() => api);

  it.each<[string, string, RegExp, string?]>([
    [
      'a time twice',
      'time,x\n2024-01-02,1\n2024-01-02,2\n',
      /^line 3, column time must be there once: 2024-01-02T00:00:00Z/,
    ],
    ['times that descend', 'time,x\n2024-01-02,1\n2024-01-01,2\n', /^line 3, column time must ascend/],
    [
      'a time twice for a symbol',
      'time,symbol,x\n2024-01-02,A,1\n2024-01-02,B,1\n2024-01-02,A,2\n',
      /^line 4, column time must be there once: 2024-01-02T00:00:00Z of A/,
    ],
    ['a time that cannot be read', 'time,x\n02/01/2024,1\n', /^line 2, column time must be an RFC 3339/],
    [
      'NaN',
      'time,x\n2024-01-02,1\n2024-01-03,NaN\n',
      /^line 3, column x must be a finite number.*it is "NaN"/,
    ],
    ['an infinity', 'time,x\n2024-01-02,-inf\n', /^line 2, column x must be a finite number/],
    ['a number beyond doubles', 'time,x\n2024-01-02,1e400\n', /^line 2, column x must be a finite number/],
    [
      'a type that changes',
      'time,x\n2024-01-02,1\n2024-01-03,abc\n',
      /^line 3, column x must be a finite number.*\(the type of line 2, unless types declares another\); it is "abc"/,
    ],
    [
      'a declared type',
      'time,x\n2024-01-02,maybe\n',
      /^line 2, column x must be true or false/,
      `${DAILY}&types=x:flag`,
    ],
    ['a column without values', 'time,x,y\n2024-01-02,1,\n', /^column y has no value in any line/],
    ['too few fields', 'time,x\n2024-01-02\n', /^line 2 has 1 fields where the first line has 2/],
    ['no time', 'date,x\n2024-01-02,1\n', /^line 1 must name the column time/],
    ['a column twice', 'time,x,x\n', /^line 1, column x must be named once/],
    [
      '2,000 columns',
      `time,${Array.from({ length: 2_000 }, (_, index) => `c${index}`).join(',')}\n`,
      /^line 1 must name at most 400 columns beside the key, not 2000/,
    ],
    ['no rows', 'time,x\n', /^The body holds no rows/],
    [
      'neither available_at nor interval',
      'time,x\n2024-01-02,1\n',
      /^available_at or interval is required/,
      '?types=x:text',
    ],
    ['both', 'time,x\n2024-01-02,1\n', /^available_at or interval is required/, `${DAILY}&available_at=x`],
    [
      'an absent available_at',
      'time,x\n2024-01-02,1\n',
      /^available_at names known, which is no column/,
      '?available_at=known',
    ],
    [
      'a row that is never known',
      'time,x,known\n2024-01-02,1,\n',
      /^line 2, column known must have a value/,
      '?available_at=known',
    ],
  ])('refuse %s, and store nothing', async (_name, body, detail, query = DAILY) => {
    const path = newPath();
    const before = await storedParts();
    const answer = await put(path, body, { query });
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringMatching(detail)]);
    expect([(await api.get(path)).status, await storedParts()]).toEqual([404, before]);
  });

  it('refuse NDJSON that no reader understands, other encodings and names', async () => {
    const answers = [
      [
        put(newPath(), '{"time":1704153600,"x":1}\n{"time":1704240000,"y":1}\n', {
          type: 'application/x-ndjson',
        }),
        422,
        /^line 2, column y is no column/,
      ],
      [
        put(newPath(), '{"time":1704153600,"x":NaN}\n', { type: 'application/x-ndjson' }),
        422,
        /^line 1 is not valid JSON/,
      ],
      [
        put(newPath(), '{"time":1704153600,"x":1e400}\n', { type: 'application/x-ndjson' }),
        422,
        /^line 1, column x must be a finite number.*it is Infinity$/,
      ],
      [
        put(newPath(), `{"time":1704153600,"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}\n`, {
          type: 'application/x-ndjson',
        }),
        422,
        /^line 1, column x must be a finite number.*it is an array$/,
      ],
      [put(newPath(), Buffer.from('time,x\n2024-01-02,\xe9\n', 'latin1')), 422, /^line 2 is not UTF-8/],
      [put(newPath(), 'time,x\n', { type: 'text/csv; charset=latin1' }), 415, /UTF-8/],
      [put(newPath(), 'time,x\n', { encoding: 'gzip' }), 400, /is not valid gzip.*nothing of it is stored/],
      [put(`${DATASETS}/a.b`, 'time,x\n'), 422, /^name must be a text of 1 to 64 letters/],
      [
        put(newPath(), `time,x\n2024-01-02,${'1'.repeat(65 * 1024)}\n`),
        422,
        /^line 2 is longer than 65536 bytes/,
      ],
      [patch(newPath(), 'time,x\n2024-01-02,1\n'), 404, /^No dataset with the name/],
    ] as const;
    for (const [answer, status, detail] of answers) {
      const { status: answered, body } = await answer;
      expect([answered, body.detail]).toEqual([status, expect.stringMatching(detail)]);
    }
  });
});
