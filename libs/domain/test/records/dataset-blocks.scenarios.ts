import { DatasetParts } from '#domain/datasets/dataset-parts';
import { DatasetDeleted, DatasetReader, type StoredRows } from '#domain/datasets/dataset-reader';
import { openStorage, type Storage } from '../support/storage';

const BLOCKS = 7;
const ROWS = 3;
const COLUMN = { name: 'x', type: 'number', index: 0 } as const;

describe('the blocks of a dataset', () => {
  let storage: Storage;
  let reader: DatasetReader;
  let version: { readonly parts: number[]; readonly rowCount: number };

  beforeAll(async () => {
    storage = await openStorage();
    reader = new DatasetReader(storage.dataSource);
    const parts = new DatasetParts(storage.dataSource);
    const partId = await parts.begin();
    for (let sequence = 0; sequence < BLOCKS; sequence++) {
      const values = Float64Array.from({ length: ROWS }, (_, row) => sequence * ROWS + row);
      await parts.store(partId, sequence, { rows: ROWS, columns: [values] });
    }
    version = { parts: [partId], rowCount: BLOCKS * ROWS };
  });

  afterAll(() => storage.close());

  const all = async (rows: AsyncIterable<StoredRows>) => {
    const read: StoredRows[] = [];
    for await (const each of rows) read.push(each);
    return read;
  };

  it('come in their sequence, whether they are read ahead or one by one', async () => {
    const read = await all(reader.readAll(version, [COLUMN]));
    expect(read.flatMap(({ columns: [values] }) => [...(values as Float64Array)])).toEqual(
      Array.from({ length: BLOCKS * ROWS }, (_, row) => row),
    );
    expect(read.map(({ firstRow }) => firstRow)).toEqual([0, 3, 6, 9, 12, 15, 18]);
    expect(await all(reader.read(version, [COLUMN]))).toEqual(read);
    expect(await all(reader.read(version, [COLUMN], 10))).toEqual(read.slice(3));
  });

  it('of a version that is deleted meanwhile reject what reads them, and nothing else', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const reading = reader.readAll(version, [COLUMN]);
    await reading.next();
    await storage.dataSource.query('delete from dataset_blocks where sequence >= 2');
    await expect(all(reading)).rejects.toThrow(DatasetDeleted);
    // What else was on its way has been answered when a later statement is.
    await storage.dataSource.query('select 1');
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
