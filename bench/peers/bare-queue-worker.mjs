// The limit for row 12: a BullMQ worker that does nothing but say when it was entered. Its options are the product's.
import { Worker } from 'bullmq';

const now = () => Number(process.hrtime.bigint()) / 1e6;

const worker = new Worker(
  'bare',
  (job) => {
    process.send({ id: job.data.backtestId, entered: now() });
    return Promise.resolve('completed');
  },
  {
    connection: { url: process.env.REDIS_URL, maxRetriesPerRequest: null },
    concurrency: Number(process.env.WORKER_CONCURRENCY),
    lockDuration: 5_000,
    stalledInterval: 2_500,
    maxStalledCount: 10,
  },
);
await worker.waitUntilReady();
process.send('listening');
process.once('disconnect', () => process.exit());
