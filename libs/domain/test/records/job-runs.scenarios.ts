import type { DataSource } from 'typeorm';
import { changeHeld } from '#domain/job-runs/change-held';
import { cancelRun, removeRuns } from '#domain/job-runs/end-runs';
import { defineJob } from '#domain/job-runs/job-definition';
import { JobFigures } from '#domain/job-runs/job-figures';
import { type ClaimedRun, JobRuns, NO_SUBMITTER } from '#domain/job-runs/job-runs';
import { UnattendedRuns } from '#domain/job-runs/unattended-runs';
import { failedRepairs, newRepair, REPAIR, shownRepair } from '../support/repair-job';
import { openStorage, type Storage } from '../support/storage';

const ONE_AT_A_TIME = defineJob({ name: 'one', loss: 'It lost its worker', exclusive: true });
const ENDLESS = defineJob({ name: 'endless', loss: 'It lost its worker' });
const ADA = { submittedBy: 'ada', requestId: 'r-1' };

describe('job runs', () => {
  let storage: Storage;
  let dataSource: DataSource;
  let runs: JobRuns;
  beforeAll(async () => {
    storage = await openStorage();
    ({ dataSource } = storage);
    runs = new JobRuns(dataSource);
  });
  beforeEach(() => dataSource.query('truncate job_runs, job_outbox, gap_repairs'));
  afterAll(() => storage.close());

  const manager = () => dataSource.manager;
  const shown = (subject: string) => shownRepair(dataSource, subject);
  async function submitted(): Promise<string> {
    const subject = await newRepair(dataSource);
    await runs.submit(manager(), REPAIR, [subject], NO_SUBMITTER);
    return subject;
  }
  async function claimed(subject: string, run = 1): Promise<ClaimedRun> {
    const claim = await runs.claim(REPAIR, subject, run);
    if (typeof claim === 'string') throw new Error(`the run is ${claim}`);
    return claim;
  }
  const silence = () => dataSource.query(`update job_runs set heartbeat_at = now() - interval '6 seconds'`);
  const entries = () =>
    dataSource.query<object[]>(
      `select subject, run, round(extract(epoch from available_at - now()))::integer as seconds
       from job_outbox order by id`,
    );

  it('are claimed by one of many, shown in their record, and written by who holds them', async () => {
    const subject = await submitted();
    expect(await runs.claim(REPAIR, subject, 2)).toBe('dropped');
    const claims = await Promise.all(Array.from({ length: 8 }, () => runs.claim(REPAIR, subject, 1)));
    expect(claims.filter((claim) => claim === 'dropped')).toHaveLength(7);
    const { token } = claims.find((claim) => typeof claim !== 'string') as ClaimedRun;
    expect(await shown(subject)).toEqual({ status: 'running', last_error: null, is_finished: false });
    const advance = () => changeHeld(dataSource, token, 'gap_repairs', 'repaired = repaired + $2', [3]);
    expect(await advance()).toBe(true);

    expect(await runs.finish(manager(), REPAIR, token, { status: 'completed', error: 'a remark' })).toBe(
      true,
    );
    expect(await shown(subject)).toEqual({ status: 'completed', last_error: 'a remark', is_finished: true });
    expect(await runs.finish(manager(), REPAIR, token, { status: 'failed', error: 'late' })).toBe(false);
    expect(await advance()).toBe(false);
    expect(await shown(subject)).toMatchObject({ status: 'completed', last_error: 'a remark' });
  });

  it('return to the queue without a loss when they are released or postponed', async () => {
    const subject = await submitted();
    const first = await runs.release(manager(), REPAIR, (await claimed(subject)).token);
    expect(first?.entries).toMatchObject([{ job: 'repair', subject, run: 2 }]);
    const notBefore = new Date(Date.now() + 3_600_000);
    const { token } = await claimed(subject, 2);
    const second = await runs.release(manager(), REPAIR, token, { notBefore, error: 'limited' });
    // The relay's, in an hour.
    expect(second?.entries).toEqual([]);
    expect(await shown(subject)).toEqual({ status: 'pending', last_error: 'limited', is_finished: false });
    expect(await runs.find('repair', subject)).toMatchObject({ run: 3, losses: 0, notBefore });
    expect(await entries()).toEqual([
      { subject, run: 1, seconds: 0 },
      { subject, run: 2, seconds: 0 },
      { subject, run: 3, seconds: 3_600 },
    ]);
    expect(await runs.release(manager(), REPAIR, token)).toBeUndefined();
  });

  it('count a silent worker as a loss, once, and fail with the 25th', async () => {
    const subject = await submitted();
    const { token } = await claimed(subject);
    const unattended = new UnattendedRuns(dataSource);
    expect(await unattended.findSilent(['repair'])).toEqual([]);
    await silence();
    expect(await unattended.findSilent(['repair'])).toEqual([{ job: 'repair', token }]);
    const counted = await Promise.all([1, 2, 3].map(() => runs.countSilent(manager(), REPAIR, token)));
    expect(counted.filter((requeued) => requeued !== undefined)).toHaveLength(1);
    expect(await runs.find('repair', subject)).toMatchObject({ status: 'pending', run: 2, losses: 1 });

    await dataSource.query('update job_runs set losses = 24');
    const last = await claimed(subject, 2);
    const failed = await runs.countLoss(manager(), REPAIR, last.token, 'unexpected: it broke');
    expect(failed).toMatchObject({ run: { status: 'failed', losses: 25 }, entries: [] });
    expect(await shown(subject)).toEqual({
      status: 'failed',
      last_error: 'unexpected: it broke',
      is_finished: true,
    });
    expect(failedRepairs).toContain(subject);
    const other = await submitted();
    await dataSource.query('update job_runs set losses = 24 where subject = $1', [other]);
    const { token: lost } = await claimed(other);
    await silence();
    await runs.countSilent(manager(), REPAIR, lost);
    expect(await shown(other)).toMatchObject({
      last_error: 'The repair lost its worker 25 times, and is not tried again',
    });
  });

  it('end with what a source said, but for what no text of the database holds', async () => {
    const [refused, postponed, lost] = [await submitted(), await submitted(), await submitted()];
    const tokens = [await claimed(refused), await claimed(postponed), await claimed(lost)].map(
      ({ token }) => token,
    );
    await runs.finish(manager(), REPAIR, tokens[0], { status: 'failed', error: 'no\u0000 symbol' });
    await runs.release(manager(), REPAIR, tokens[1], { error: 'lim\u0000ited' });
    await runs.countLoss(manager(), REPAIR, tokens[2], '\u0000broken');
    expect(await shown(refused)).toMatchObject({ status: 'failed', last_error: 'no symbol' });
    expect(await shown(postponed)).toMatchObject({ status: 'pending', last_error: 'limited' });
    expect(await shown(lost)).toMatchObject({ status: 'pending', last_error: 'broken' });
  });

  it('wait longer after each error that nobody expected', async () => {
    const subject = await submitted();
    for (const losses of [1, 2, 3]) {
      const { token } = await claimed(subject, losses);
      expect(await runs.countLoss(manager(), REPAIR, token, 'unexpected')).toMatchObject({
        run: { losses, isDelayed: true },
        entries: [],
      });
    }
    expect(await entries()).toMatchObject([{ seconds: 0 }, { seconds: 1 }, { seconds: 4 }, { seconds: 9 }]);
  });

  it('are kept alive without waiting for who writes a result, and are not taken from that one', async () => {
    const [writing, idle] = [await submitted(), await submitted()];
    const tokens = [(await claimed(writing)).token, (await claimed(idle)).token];
    await silence();
    await dataSource.transaction(async (writer) => {
      await runs.finish(writer, REPAIR, tokens[0], { status: 'completed' });
      expect((await runs.keepAlive(tokens)).sort()).toEqual([...tokens].sort());
      expect(await runs.countSilent(manager(), REPAIR, tokens[0])).toBeUndefined();
      expect(await runs.countSilent(manager(), REPAIR, tokens[1])).toBeUndefined();
    });
    expect(await runs.keepAlive(tokens)).toEqual([tokens[1]]);
  });

  it('are submitted again when they are over, not while they are under way, and never once they are cancelled', async () => {
    const subject = await submitted();
    expect(await runs.submit(manager(), REPAIR, [subject], NO_SUBMITTER)).toEqual([]);
    const { token } = await claimed(subject);
    expect(await runs.submit(manager(), REPAIR, [subject], NO_SUBMITTER)).toEqual([]);
    await runs.finish(manager(), REPAIR, token, { status: 'completed' });
    expect(await runs.submit(manager(), REPAIR, [subject], ADA)).toMatchObject([{ subject, run: 2 }]);
    expect(await runs.find('repair', subject)).toMatchObject({ ...ADA, status: 'pending', finishedAt: null });

    const again = await claimed(subject, 2);
    expect(await cancelRun(manager(), 'repair', subject)).toEqual([{ job: 'repair', subject, run: 2 }]);
    expect(await runs.keepAlive([again.token])).toEqual([]);
    expect(await runs.finish(manager(), REPAIR, again.token, { status: 'completed' })).toBe(false);
    expect(await runs.submit(manager(), REPAIR, [subject], NO_SUBMITTER)).toEqual([]);
    expect(await entries()).toEqual([]);
    expect(await cancelRun(manager(), 'repair', subject)).toEqual([]);
    expect(await removeRuns(manager(), 'repair', [subject])).toHaveLength(1);
    expect(await runs.find('repair', subject)).toBeNull();
  });

  it('of which one runs at a time wait for it, however many are claimed at once', async () => {
    const subjects = Array.from({ length: 6 }, (_, index) => String(index));
    await runs.submit(manager(), ONE_AT_A_TIME, subjects, NO_SUBMITTER);
    const claims = await Promise.all(subjects.map((subject) => runs.claim(ONE_AT_A_TIME, subject, 1)));
    expect(claims.filter((claim) => claim === 'busy')).toHaveLength(5);
    const first = claims.find((claim) => typeof claim !== 'string') as ClaimedRun;
    expect(await runs.claim(ONE_AT_A_TIME, first.subject, 1)).toBe('dropped');
    await runs.finish(manager(), ONE_AT_A_TIME, first.token, { status: 'completed' });
    const next = subjects.find((subject) => subject !== first.subject)!;
    expect(await runs.claim(ONE_AT_A_TIME, next, 1)).toMatchObject({ subject: next });
  });

  it('that never end begin again at their time, without the losses of before, or at once', async () => {
    await runs.submit(manager(), ENDLESS, ['x:1'], NO_SUBMITTER);
    await dataSource.query('update job_runs set losses = 7');
    const { token } = (await runs.claim(ENDLESS, 'x:1', 1)) as ClaimedRun;
    const notBefore = new Date(Date.now() + 600_000);
    await runs.repeat(manager(), ENDLESS, token, notBefore);
    expect(await runs.find('endless', 'x:1')).toMatchObject({
      run: 2,
      losses: 0,
      status: 'pending',
      notBefore,
    });
    expect(await runs.hasten(manager(), ENDLESS)).toMatchObject([{ subject: 'x:1', run: 3 }]);
    expect(await runs.hasten(manager(), ENDLESS)).toEqual([]);
  });

  it('come after those of others the more their submitter has waiting', async () => {
    const submit = async (submittedBy: string, ...subjects: string[]) => {
      const queued = await runs.submit(manager(), ENDLESS, subjects, { submittedBy, requestId: null });
      return queued.map(({ priority }) => priority);
    };
    expect(await submit('ada', 'a1', 'a2', 'a3')).toEqual([0, 1, 2]);
    expect(await submit('ada', 'a4')).toEqual([3]);
    expect(await submit('grace', 'g1')).toEqual([0]);
    await runs.claim(ENDLESS, 'a1', 1);
    expect(await submit('ada', 'a5')).toEqual([3]);
    const { run, entries: again } = (await runs.requeueLost(manager(), ENDLESS, {
      job: 'endless',
      subject: 'a4',
      run: 1,
    }))!;
    expect([run.run, again[0].priority]).toEqual([2, 3]);
  });

  it('are counted by what they wait for, with the age of the oldest', async () => {
    await runs.submit(manager(), ENDLESS, ['1', '2', '3', '4'], NO_SUBMITTER);
    await runs.claim(ENDLESS, '1', 1);
    await dataSource.query(`
      update job_runs set not_before = now() + interval '1 hour' where subject = '2';
      update job_runs set queued_at = now() - interval '90 seconds' where subject = '3'`);
    const figures = new JobFigures(dataSource);
    const found = await figures.ofJobs();
    expect(found.map(({ job, state, count }) => [job, state, count]).sort()).toEqual([
      ['endless', 'delayed', 1],
      ['endless', 'running', 1],
      ['endless', 'waiting', 2],
    ]);
    const { oldestSeconds } = found.find(({ state }) => state === 'waiting')!;
    expect(Math.floor(oldestSeconds / 10)).toBe(9);
    expect(await figures.ofOutbox()).toMatchObject({ entries: 4 });
  });
});
