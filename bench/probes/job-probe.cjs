// Preloaded into the API and the worker for row 12: says over IPC when a row was committed, when its processor was entered
// and when that was done. The clock is the system's monotonic one, which all processes share.
const { join } = require('node:path');

const dist = join(__dirname, '..', '..', 'dist');
const now = () => Number(process.hrtime.bigint()) / 1e6;

const { JobOutbox } = require(join(dist, 'libs/messaging/src/job-outbox.js'));
const { BacktestProcessor } = require(join(dist, 'apps/worker/src/backtest/backtest.processor.js'));

// The service hands the job on right after the commit.
const { dispatch } = JobOutbox.prototype;
JobOutbox.prototype.dispatch = function (entry) {
  const at = now();
  dispatch.call(this, entry);
  process.send({ id: entry.payload.backtestId, committed: at });
};

const { process: work } = BacktestProcessor.prototype;
BacktestProcessor.prototype.process = async function (payload, ...rest) {
  const at = now();
  const outcome = await work.call(this, payload, ...rest);
  process.send({ id: payload.backtestId, entered: at, outcome, done: now() });
  return outcome;
};
