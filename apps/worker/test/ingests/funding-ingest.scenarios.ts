import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FakeExchange } from '../../../../test/fake-exchange/fake-exchange';
import { builtApp } from '../support/built-files';
import { FundingIngests, type IngestRow } from '../support/funding-ingests';
import { FundingWorkers } from '../support/funding-workers';
import type { JobStage } from '../support/job-stage';
import { readMetric } from '../support/metrics';
import { sharedQueue, sharedStage } from '../support/shared-stage';
import { eventually } from '../support/within';

const SWAP = 'BTC/USDT:USDT';
const [SIMULATED, OTHER_SIMULATED] = ['SIM-A/USDT:USDT', 'SIM-B/USDT:USDT'];
const HOUR = 3_600_000;

/** What every worker of these tests requests, but where a test says otherwise. */
const SYMBOLS = [`binance:${SWAP}`, `sim:${SIMULATED}`, `sim:${OTHER_SIMULATED}`];

describe('the ingestion of settled funding', () => {
  let exchange: FakeExchange;
  let stage: JobStage;
  let ingests: FundingIngests;
  let workers: FundingWorkers;

  beforeAll(async () => {
    // Younger than what the first request reaches back to, at any time of the day.
    exchange = await FakeExchange.start('binance', { first: Date.now() - 48 * HOUR });
    stage = await sharedStage();
    await stage.runWorkers(0);
    const queue = await sharedQueue();
    ingests = await FundingIngests.audit(stage, exchange);
    workers = new FundingWorkers({ stage, queue, ingests, exchange, symbols: SYMBOLS });
  });
  afterEach(() => {
    exchange.stall.requests = false;
    exchange.market.misreportedFunding.clear();
  });
  afterAll(() => exchange.stop());

  it('requests each symbol once an hour, however many workers there are', async () => {
    await workers.clear();
    const first = await Promise.all([workers.start(), workers.start(), workers.start()]);
    await ingests.untilRequested(SYMBOLS.length);
    expect(await ingests.stored(SWAP)).toEqual(ingests.settled(SWAP));
    // Three days of a payment every eight hours.
    expect((await ingests.stored(SIMULATED)).length).toBeGreaterThanOrEqual(8);

    const late = await workers.start();
    const lastSuccess = `funding_ingest_last_success_timestamp_seconds{exchange="binance",symbol="${SWAP}"}`;
    const success = await eventually(
      'the late worker reports the last success',
      () => readMetric(late, lastSuccess),
      (value) => value > 0,
    );
    expect(Math.abs(Date.now() / 1000 - success)).toBeLessThan(60);
    const nextHours = `select count(*)::integer from job_outbox where job = 'funding-ingest' and available_at > now()`;
    expect(await stage.query(nextHours)).toEqual([{ count: SYMBOLS.length }]);
    const twice = 'select symbol, hour from requested_hours group by symbol, hour having count(*) > 1';
    expect(await stage.query(twice)).toEqual([]);
    const hours = await stage.query('select hour from requested_hours where symbol = $1', [SWAP]);
    // A page of payments and an empty one after it, once for each hour that the clock has reached. A worker that a busy machine
    // kept from its heartbeats was taken for lost, and may have requested all the same.
    const lines = [...first, late].flatMap(({ output }) => output.split('\n'));
    const lost = lines.filter((line) => line.includes('A job lost its worker') && line.includes(SWAP));
    expect(ingests.requests().length).toBeGreaterThanOrEqual(2 * hours.length);
    expect(ingests.requests().length).toBeLessThanOrEqual(2 * (hours.length + lost.length));
    await workers.kill(first);
  });

  it('is done again each hour, one minute past', async () => {
    await workers.requestFirst();
    const [{ asked_hour, not_before }] = await ingests.untilRequested(SYMBOLS.length);
    expect(not_before!.getTime() - asked_hour!.getTime()).toBe(HOUR + 60_000);
    // Due by the clock of the database, which is ahead of the worker's.
    await stage.query(`update job_outbox set available_at = now() - interval '5 seconds'`);
    const [next] = await eventually(
      'the next hour was requested',
      () => ingests.rows(),
      (rows) => rows.every((row) => row.asked_hour! > asked_hour! && row.token === null),
    );
    expect(next.asked_hour!.getTime() - asked_hour!.getTime()).toBe(HOUR);
    expect(next.not_before!.getTime() - not_before!.getTime()).toBe(HOUR);
    await ingests.forgetHours();
    await ingests.untilRequested(SYMBOLS.length);
    const hours = await stage.query('select hour from requested_hours where symbol = $1', [SWAP]);
    expect(hours).toHaveLength(3);
  });

  it('is done again within the hour when an operator has it run', async () => {
    await workers.requestFirst();
    await ingests.untilRequested(SYMBOLS.length);
    const [newest] = ingests.settled(SWAP).slice(-1);
    await stage.query(`delete from funding_rates where funding_time = $1`, [newest.split(' ')[0]]);
    exchange.requests.length = 0;
    const words = ['job', 'run', 'funding-ingest'];
    const { stdout } = await promisify(execFile)(process.execPath, [...builtApp('cli'), ...words], {
      env: { DATABASE_URL: stage.databaseUrl },
    });
    expect(stdout).toBe(SYMBOLS.map((symbol) => `funding-ingest ${symbol}: submitted\n`).join(''));
    await eventually(
      'the payment is stored again',
      () => ingests.stored(SWAP),
      (payments) => payments.includes(newest),
    );
    expect(ingests.requests().length).toBeGreaterThan(0);
    const [row] = await ingests.untilRequested(SYMBOLS.length);
    expect(row).toMatchObject({ symbol: SWAP, not_before: expect.any(Date), attempts: 0 });
  });

  it('catches up with missed hours, late payments and corrections', async () => {
    const truth = ingests.settled(SWAP);
    const [earliest, late, corrected, newest] = truth.map((payment) => Date.parse(payment.split(' ')[0]));
    exchange.market.misreportedFunding.set(late, null);
    exchange.market.misreportedFunding.set(corrected, { fundingRate: '0.09000000' });
    await workers.requestFirst();
    await ingests.untilRequested(SYMBOLS.length);
    await workers.kill();
    expect(await ingests.stored(SWAP)).toEqual(ingests.settled(SWAP));
    expect(await ingests.stored(SWAP)).toHaveLength(truth.length - 1);

    exchange.market.misreportedFunding.clear();
    await stage.query('delete from funding_rates where funding_time > $1', [new Date(newest)]);
    await ingests.forgetHours();
    exchange.requests.length = 0;
    await workers.start();
    await ingests.untilRequested(SYMBOLS.length);
    expect(await ingests.stored(SWAP)).toEqual(truth);
    const revisions = await stage.query(
      'select symbol, funding_time as time, funding_rate as rate from funding_rate_revisions',
    );
    expect(revisions).toEqual([{ symbol: SWAP, time: new Date(corrected), rate: '0.09000000' }]);
    const since = new URL(ingests.requests()[0], exchange.endpoint).searchParams.get('startTime');
    // Of three stored payments from the first on; half a minute sooner, for stamps that are off.
    expect(earliest - Number(since)).toBe(30_000);
  });

  it('is taken over when its worker is killed in the middle', async () => {
    exchange.stall.requests = true;
    const lost = await workers.requestFirst();
    await exchange.until(({ requests }) => requests.length > 0, 'the exchange received a request');
    const heir = await workers.start();
    await ingests.untilOthersRequested(SWAP);
    await workers.kill([lost]);
    exchange.stall.requests = false;
    await ingests.untilRequested(SYMBOLS.length);
    expect(await ingests.stored(SWAP)).toEqual(ingests.settled(SWAP));
    expect((await ingests.rows())[0]).toMatchObject({ symbol: SWAP, attempts: 0, last_error: null });
    // The lost worker may have had another symbol's job at that moment, which waited for the exchange.
    await eventually(
      'the job of the lost worker has stalled',
      () => readMetric(heir, 'job_stalled_total{job="funding-ingest"}'),
      (count) => count >= 1,
    );
  });

  it('is handed back by a worker that stops', async () => {
    exchange.stall.requests = true;
    const stopping = await workers.requestFirst();
    await exchange.until(({ requests }) => requests.length > 0, 'the exchange received a request');
    stopping.signal('SIGTERM');
    expect(await stopping.exited).toEqual({ code: 0, signal: null });
    const handedBack = { symbol: SWAP, asked_hour: null, token: null, attempts: 0 };
    expect((await ingests.rows())[0]).toMatchObject(handedBack);
    exchange.stall.requests = false;
    await workers.start();
    await ingests.untilRequested(SYMBOLS.length);
  });

  it('outlives a queue that forgets its jobs', async () => {
    await workers.requestFirst();
    await ingests.untilRequested(SYMBOLS.length);
    await workers.kill();
    await stage.query(`update funding_ingests set asked_hour = asked_hour - interval '5 hours'`);
    // It was due, and reached the queue.
    await stage.query(`update job_runs set not_before = null, queued_at = now() - interval '1 minute'`);
    await stage.query('delete from job_outbox');
    await (await sharedQueue()).flush(stage);
    await workers.start();
    await ingests.untilRequested(SYMBOLS.length);
  });

  it('waits where an exchange limits its rate, and lets nobody else wait for it', async () => {
    exchange.answerNext('too many requests');
    const worker = await workers.requestFirst();
    const failures = () =>
      readMetric(
        worker,
        `funding_ingest_failures_total{exchange="binance",symbol="${SWAP}",kind="rate limited"}`,
      );
    const failuresBefore = await failures();
    const isRefused = ({ symbol, attempts }: IngestRow) => symbol === SWAP && attempts === 1;
    const isDone = ({ symbol, asked_hour }: IngestRow) => symbol === SIMULATED && asked_hour !== null;
    const rows = await eventually(
      'one is refused, the other done',
      () => ingests.rows(),
      (all) => all.some(isRefused) && all.some(isDone),
    );
    expect(rows[0]).toMatchObject({
      asked_hour: null,
      last_error: expect.stringContaining('429'),
      token: null,
    });
    // 15 s, and up to as much again.
    const waitSeconds = (rows[0].not_before!.getTime() - Date.now()) / 1000;
    expect(waitSeconds).toBeGreaterThan(5);
    expect(waitSeconds).toBeLessThan(31);
    expect(await failures()).toBe(failuresBefore + 1);

    await ingests.makeDue();
    await ingests.untilRequested(SYMBOLS.length);
    expect((await ingests.rows())[0]).toMatchObject({ attempts: 0, last_error: null });
    expect(await ingests.stored(SWAP)).toEqual(ingests.settled(SWAP));
  });

  it('leaves what an exchange does not have until the next hour', async () => {
    await workers.clear();
    await workers.start(['binance:NO/SUCH:SWAP', 'nowhere:X', `binance:${SWAP}`]);
    const rows = await ingests.untilRequested(3);
    expect(rows.map(({ symbol, last_error }) => [symbol, last_error])).toEqual([
      [SWAP, null],
      ['NO/SUCH:SWAP', expect.stringContaining('NO/SUCH:SWAP')],
      ['X', expect.stringContaining('nowhere')],
    ]);
    await workers.kill();
  });

  it('requests nothing when no symbol is named', async () => {
    await workers.clear();
    const worker = await workers.start([]);
    // It ends what it has begun first.
    worker.signal('SIGTERM');
    await worker.exited;
    expect(await ingests.rows()).toEqual([]);
    expect(await stage.jobs('funding-ingest')).toEqual([]);
    expect(exchange.requests).toEqual([]);
  });
});
