// Preloaded into the API and the worker for row 12: says over IPC when a row was committed, when its run was entered and
// when that was done. The clock is the system's monotonic one, which all processes share.
const { join } = require('node:path');

const dist = join(__dirname, '..', '..', 'dist');
const now = () => Number(process.hrtime.bigint()) / 1e6;

const { JobOutbox } = require(join(dist, 'libs/messaging/src/job-outbox.js'));
const { JobRunner } = require(join(dist, 'apps/worker/src/jobs/job-runner.js'));

// The service hands the job on right after the commit.
const { dispatch } = JobOutbox.prototype;
JobOutbox.prototype.dispatch = function (entries) {
  const at = now();
  dispatch.call(this, entries);
  for (const { subject } of entries) process.send({ id: Number(subject), committed: at });
};

const { run } = JobRunner.prototype;
JobRunner.prototype.run = async function (name, payload, ...rest) {
  const at = now();
  const outcome = await run.call(this, name, payload, ...rest);
  process.send({ id: Number(payload.subject), entered: at, outcome, done: now() });
  return outcome;
};
