import { NO_SUBMITTER } from '#domain/job-runs/job-runs';
import { OutboxStage } from './support/outbox-stage';

const BACKTEST = {
  ...{ strategyName: 'sma_cross', symbol: 'X', interval: '1d', exchange: 'test', datasets: null },
  ...{ startDate: '2024-01-01', endDate: '2024-12-31', parameters: {}, execution: {} },
};

describe('jobs that are submitted at once', () => {
  let stage: OutboxStage;
  beforeAll(async () => {
    stage = await OutboxStage.open();
  });
  afterAll(() => stage.close());
  afterEach(async () => {
    await stage.dataSource.query('delete from job_outbox');
    await stage.dataSource.query('delete from backtests');
  });

  it('are written as others are being written, in one statement, each with its own submitter', async () => {
    const create = (symbol: string, submittedBy: string) =>
      stage.outbox.create(
        'backtest',
        { ...BACKTEST, symbol },
        {
          submittedBy,
          requestId: `of ${symbol}`,
        },
      );
    const [first, second, ...waiting] = await Promise.all([
      ...[create('A', 'one'), create('B', 'one'), create('C', 'one'), create('D', 'other')],
      create('E', 'one'),
    ]);
    const stored = await stage.dataSource.query<{ statement: string }[]>(
      `select backtests.id, backtests.symbol, backtests.status, request_id as request, job_outbox.id as entry, author,
         job_runs.priority, backtests.xmin::text as statement
       from backtests join job_runs on job = 'backtest' and subject = backtests.id::text join job_outbox using (job, subject)
         join runs on kind = 'backtest' and run_id = backtests.id
       order by backtests.symbol`,
    );
    expect(stored).toMatchObject(
      [first, second, ...waiting].map(({ id, entry }, index) => {
        const symbol = 'ABCDE'[index];
        const author = symbol === 'D' ? 'other' : 'one';
        const { id: entryId, priority } = entry;
        return { id, symbol, status: 'pending', request: `of ${symbol}`, entry: entryId, author, priority };
      }),
    );
    // Two statements are under way at a time, so the last three wait, for one of the first.
    const statements = stored.map(({ statement }) => statement);
    expect(new Set(statements).size).toBe(3);
    expect(new Set(statements.slice(2)).size).toBe(1);
    const [third, other, fifth] = waiting.map(({ entry }) => entry.priority);
    expect([other, fifth - third]).toEqual([0, 1]);
  });

  it('are written but for the one that the database cannot take', async () => {
    const create = (startDate: string) =>
      stage.outbox.create('backtest', { ...BACKTEST, startDate }, NO_SUBMITTER).then(
        () => 'created',
        (error: unknown) => (error as { code: string }).code,
      );
    const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-02-30', '2024-01-05'];
    // 22008 of the PostgreSQL manual, appendix A: datetime_field_overflow.
    expect(await Promise.all(days.map(create))).toEqual([
      ...['created', 'created', 'created', '22008', 'created'],
    ]);
  });

  it('are added to the queue together while others are being added', async () => {
    const submit = (subject: string) =>
      stage.outbox.submit(stage.dataSource.manager, 'backtest', subject, NO_SUBMITTER);
    // Those of the tests before have smaller ids.
    const subjects = ['101', '102', '103'];
    const dispatched = await Promise.all(subjects.map(submit));
    const batches: (readonly string[])[] = [];
    let release: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const queues = stage.queuesThat(async (batch) => {
      batches.push(batch);
      await released;
    });
    const outbox = stage.outboxOf(queues);
    for (const entries of dispatched) outbox.dispatch(entries);
    release!();
    while ((await stage.entries()).length > 0);
    expect(batches).toEqual([['101'], ['102', '103']]);
    const states = subjects.map((subject) => stage.queues.state('backtest', { subject, run: 1 }));
    expect(await Promise.all(states)).toEqual(['waiting', 'waiting', 'waiting']);
  });
});
