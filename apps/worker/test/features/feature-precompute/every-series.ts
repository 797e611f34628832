import { type FeatureJobs, minute, nameOf } from '../../support/feature-jobs';
import { eventually } from '../../support/within';

const SERIES = 30;

/** Tests of the computation of many series, which a killed worker, a worker that stops, or a queue may lose. */
export function describeEverySeries(opened: () => FeatureJobs): void {
  describe('of every stored series', () => {
    let jobs: FeatureJobs;

    beforeAll(async () => {
      jobs = opened();
      for (let index = 0; index < SERIES; index++)
        await jobs.store(nameOf(`S${index}`, 'many'), minute(0, 100));
      await jobs.stage.query(
        `create table computed (symbol text); create function note() returns trigger language plpgsql as
         $$ begin insert into computed values (new.symbol); return null; end $$;
         create trigger note after insert or update on feature_sets for each row when (new.exchange = 'many') execute function note()`,
      );
    });
    beforeEach(() => jobs.stage.query('truncate computed'));

    const computedSeries = () =>
      jobs.stage.query<{ symbol: string; times: number }>(
        'select symbol, count(*)::integer as times from computed group by symbol',
      );

    /** A series that nobody can read until it is let go; the job reaches it in the middle. */
    async function holdSeries(symbol: string): Promise<() => Promise<void>> {
      await jobs.stage.query(
        `create function hold() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(77); return new; end $$;
         create trigger hold before insert or update on feature_sets for each row when (new.symbol = '${symbol}')
           execute function hold()`,
      );
      await jobs.stage.query('select pg_advisory_lock(77)');
      return async () => {
        await jobs.stage.query('drop trigger hold on feature_sets; drop function hold()');
      };
    }
    const letGo = () => jobs.stage.query('select pg_advisory_unlock(77)');
    const heldIn = (id: number) =>
      eventually(
        'the job has reached the series that is held',
        () => jobs.read(id),
        ({ computed }) => computed === SERIES / 2,
      );

    it('resumes after what is done when its worker is killed', async () => {
      const drop = await holdSeries(`S${SERIES / 2}`);
      const id = await jobs.request({ exchange: 'many' });
      await heldIn(id);
      await jobs.worker.kill();
      expect((await jobs.read(id)).status).toBe('running');
      await letGo();
      await drop();
      await jobs.startWorker();
      expect(await jobs.finished(id, 40)).toMatchObject({
        status: 'completed',
        computed: SERIES,
        remaining: 0,
      });
      const times = await computedSeries();
      expect(times).toHaveLength(SERIES);
      // The one that was cut off in the middle alone may have been done twice.
      expect(times.filter((series) => series.times > 1).map(({ symbol }) => symbol)).toEqual(
        expect.not.arrayContaining([`S0`]),
      );
      expect(times.filter((series) => series.times > 1).length).toBeLessThanOrEqual(1);
      expect(await jobs.stage.jobs('feature-precompute', [id])).toMatchObject([{ losses: 1 }]);
    });

    it('is handed back by a worker that stops, without a loss', async () => {
      const drop = await holdSeries(`S${SERIES / 2}`);
      const id = await jobs.request({ exchange: 'many' });
      await heldIn(id);
      jobs.worker.signal('SIGTERM');
      await jobs.worker.exited;
      expect(await jobs.stage.jobs('feature-precompute', [id])).toMatchObject([
        { status: 'pending', run: 2, losses: 0, token: null },
      ]);
      await letGo();
      await drop();
      await jobs.startWorker();
      expect(await jobs.finished(id, 40)).toMatchObject({ status: 'completed', computed: SERIES });
      expect(await jobs.stage.jobs('feature-precompute', [id])).toMatchObject([{ losses: 0 }]);
    });

    it('is done although the queue forgot it', async () => {
      await jobs.worker.kill();
      const id = await jobs.request({ exchange: 'many' });
      await eventually(
        'the job is in the queue',
        () => jobs.stage.query('select from job_outbox'),
        (rows) => rows.length === 0,
      );
      await jobs.queue.flush(jobs.stage);
      await jobs.startWorker();
      expect(await jobs.finished(id, 60)).toMatchObject({ status: 'completed', computed: SERIES });
    });
  });
}
