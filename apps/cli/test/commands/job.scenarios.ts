import { type ConnectedDatabase, connectTo, createTestDatabase } from '../../../../test/test-database';
import { runCli } from '../support/run-cli';
import { startCli } from '../support/start-cli';

/** Two swaps that wait for their next hour, one that a worker requests, one that waits for a worker, and one not requested any more. */
const STORED = `
  insert into job_runs (job, subject, run, status, not_before, token, heartbeat_at) values
    ('funding-ingest', 'sim:LATER', 4, 'pending', now() + interval '40 minutes', null, null),
    ('funding-ingest', 'sim:LATER-TOO', 4, 'pending', now() + interval '40 minutes', null, null),
    ('funding-ingest', 'sim:RUNNING', 4, 'running', null, gen_random_uuid(), now()),
    ('funding-ingest', 'sim:WAITING', 4, 'pending', null, null, null),
    ('funding-ingest', 'sim:OVER', 4, 'completed', null, null, null),
    ('gap-repair', '7', 1, 'completed', null, null, null)`;

describe('job run', () => {
  let database: ConnectedDatabase;

  beforeAll(async () => {
    database = await connectTo(await createTestDatabase());
  });
  beforeEach(async () => {
    await database.client.query('truncate job_runs, job_outbox');
    await database.client.query(STORED);
  });
  afterAll(() => database.drop());

  const run = (...words: string[]) => runCli(['job', 'run', ...words], { DATABASE_URL: database.url });

  /** What a worker is to do now. */
  async function due(): Promise<string[]> {
    const { rows } = await database.client.query<{ subject: string; run: number }>(
      `select subject, run from job_outbox where job = 'funding-ingest' and available_at <= now() order by subject`,
    );
    return rows.map(({ subject, run: number }) => `${subject} ${number}`);
  }

  it('has all jobs of a name begin that wait for their time, and says which are under way already', async () => {
    const words = ['job', 'run', 'funding-ingest'];
    expect(await startCli(words, { DATABASE_URL: database.url }).result).toEqual({
      exitCode: 0,
      stdout: [
        'funding-ingest sim:LATER: submitted',
        'funding-ingest sim:LATER-TOO: submitted',
        'funding-ingest sim:RUNNING: runs already',
        'funding-ingest sim:WAITING: waits for a worker already',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await due()).toEqual(['sim:LATER 5', 'sim:LATER-TOO 5']);
    const again = await run('funding-ingest', 'sim:LATER', '--json');
    expect(JSON.parse(again.stdout)).toEqual({
      job: 'funding-ingest',
      jobs: [{ subject: 'sim:LATER', outcome: 'waiting' }],
    });
  });

  it('has one of them begin, also one that is over where no record shows that', async () => {
    expect(await run('funding-ingest', 'sim:LATER', 'sim:OVER')).toMatchObject({
      exitCode: 0,
      stdout: 'funding-ingest sim:LATER: submitted\nfunding-ingest sim:OVER: submitted\n',
    });
    expect(await due()).toEqual(['sim:LATER 5', 'sim:OVER 5']);
  });

  it.each([
    ['a job that there is not', ['funding'], /'funding' is invalid .*funding-ingest, .*headline-fetch/],
    [
      'a subject without a job, and begins none of the others',
      ['funding-ingest', 'sim:LATER', 'sim:NONE'],
      /^There is no funding-ingest of "sim:NONE"; there is sim:LATER, sim:LATER-TOO, sim:OVER, /,
    ],
    ['a job that none was submitted of', ['headline-fetch'], /^No headline-fetch is stored: /],
    ['a request that is over', ['gap-repair', '7'], /^gap-repair 7 is completed: another request alone /],
  ])('names %s', async (_, words, message) => {
    const { exitCode, stdout, stderr } = await run(...words);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
    expect(await due()).toEqual([]);
  });

  it('describes itself', async () => {
    const { exitCode, stdout } = await startCli(['job', 'run', '--help'], {}).result;
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Usage: candelabra job run [options] <name> [subjects...]');
    expect(stdout).toContain('Exit codes: 0');
  });
});
