import type { DataSource } from 'typeorm';
import { defineJob } from '#domain/job-runs/job-definition';
import { type ClaimedRun, JobRuns, NO_SUBMITTER } from '#domain/job-runs/job-runs';
import {
  cancelJobsOfSearch,
  chunkOf,
  ParameterSearches,
  removeJobsOfSearch,
} from '#domain/parameter-search/parameter-searches';
import { blockedConnection } from '../support/blocked-connection';
import { openStorage, type Storage } from '../support/storage';

const CHUNK = defineJob({
  name: 'parameter-search-chunk',
  loss: 'The search lost its workers',
  afterFailure: (manager, subject) => cancelJobsOfSearch(manager, chunkOf(subject).searchId),
});
const PLAN = defineJob({ name: 'parameter-search', loss: 'The search lost its workers' });
const CHUNKS = 3;

describe('the chunks of a search', () => {
  let storage: Storage;
  let dataSource: DataSource;
  let runs: JobRuns;
  let searches: ParameterSearches;
  let id: number;
  let claims: ClaimedRun[];
  beforeAll(async () => {
    storage = await openStorage();
    ({ dataSource } = storage);
    runs = new JobRuns(dataSource);
    searches = new ParameterSearches(dataSource);
  });
  beforeEach(async () => {
    const { manager } = dataSource;
    const rows = await dataSource.query<[{ id: number }]>(
      `insert into parameter_searches (kind, strategy_name, symbol, interval, start_date, end_date, settings, status)
       values ('sweep', 's', 'X', '1d', '2024-01-01', '2024-06-08', '{}', 'running') returning id`,
    );
    [{ id }] = rows;
    const subjects = await searches.plan(manager, id, {}, Array<object>(CHUNKS).fill({}));
    await runs.submit(manager, CHUNK, subjects, NO_SUBMITTER);
    claims = (await Promise.all(subjects.map((subject) => runs.claim(CHUNK, subject, 1)))) as ClaimedRun[];
  });
  afterAll(() => storage.close());

  const statuses = async () => {
    const rows = await dataSource.query<{ status: string }[]>(
      `select status from job_runs where split_part(subject, ':', 1) = $1 order by subject`,
      [String(id)],
    );
    return rows.map(({ status }) => status);
  };

  it('have one last one, however many are finished at the same time', async () => {
    const finish = ({ token }: ClaimedRun, position: number) =>
      dataSource.transaction(async (manager) => {
        await runs.finish(manager, CHUNK, token, { status: 'completed' });
        return searches.completeChunk(manager, { searchId: id, position }, {});
      });
    expect((await Promise.all(claims.map(finish))).filter(Boolean)).toEqual([true]);
    expect(await statuses()).toEqual(Array(CHUNKS).fill('completed'));
    expect(await searches.chunkResults(id)).toHaveLength(CHUNKS);
  });

  it('are cancelled with one that fails, but for one that is just being finished, which waits for nobody', async () => {
    const [failing, finishing] = claims;
    await dataSource.transaction(async (first) => {
      await runs.finish(first, CHUNK, finishing.token, { status: 'completed' });
      // Fails while the other has not committed.
      await dataSource.transaction((second) =>
        runs.finish(second, CHUNK, failing.token, { status: 'failed', error: 'too little data' }),
      );
      expect(await searches.completeChunk(first, { searchId: id, position: 1 }, {})).toBe(false);
    });
    expect(await statuses()).toEqual(['failed', 'completed', 'cancelled']);
  });

  it('are removed with their search, also those of a plan that is just being finished', async () => {
    const { manager } = dataSource;
    await removeJobsOfSearch(manager, id);
    await dataSource.query('delete from parameter_search_chunks');
    await runs.submit(manager, PLAN, [String(id)], NO_SUBMITTER);
    const { token } = (await runs.claim(PLAN, String(id), 1)) as ClaimedRun;
    let removal: Promise<void> | undefined;
    await dataSource.transaction(async (planning) => {
      await runs.finish(planning, PLAN, token, { status: 'completed' });
      removal = dataSource.transaction((removing) => removeJobsOfSearch(removing, id));
      await blockedConnection(storage.pool);
      await runs.submit(planning, CHUNK, await searches.plan(planning, id, {}, [{}, {}]), NO_SUBMITTER);
    });
    await removal;
    expect(await statuses()).toEqual([]);
  });
});
