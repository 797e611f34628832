import type { DataSource } from 'typeorm';
import { EquityIngests } from '#domain/equities/equity-ingests';
import { openStorage, type Storage } from './support/storage';

describe('equity ingests', () => {
  let storage: Storage;
  let dataSource: DataSource;
  let ingests: EquityIngests;
  beforeAll(async () => {
    storage = await openStorage();
    ({ dataSource } = storage);
    ingests = new EquityIngests(dataSource);
  });
  afterAll(() => storage.close());

  const request = () =>
    ingests.request(dataSource.manager, { symbols: ['A'], startDate: '2020-01-01', endDate: '2020-12-31' });

  it('wait for the one that is worked on, without an error in the database', async () => {
    const [first, second] = [await request(), await request()];
    const claimed = await ingests.claim(first.id, first.run);
    if (typeof claimed === 'string') throw new Error(`the first ingest is ${claimed}`);

    const query = jest.spyOn(dataSource, 'query');
    expect(await ingests.claim(second.id, second.run)).toBe('busy');
    expect(await ingests.claim(first.id, first.run)).toBe('busy');
    const answers = await Promise.allSettled(
      query.mock.results.map(({ value }) => value as Promise<unknown>),
    );
    query.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);

    await ingests.finish(claimed.runToken, { status: 'completed', detail: '', lastError: null });
    expect(await ingests.claim(first.id, first.run)).toBe('over');
    expect(await ingests.claim(second.id, second.run)).toMatchObject({ id: second.id });
  });
});
