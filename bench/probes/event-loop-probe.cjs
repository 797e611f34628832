// Preloaded into the API and the worker for row 14: says over IPC how long their event loop was blocked at most since the
// last request, in milliseconds.
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const RESOLUTION_MILLISECONDS = 5;

// Threads load it, too.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delay.enable();
  process.on('message', () => {
    // The timer's own period is part of what it measures.
    const longest = Math.max(0, delay.max / 1e6 - RESOLUTION_MILLISECONDS);
    delay.reset();
    process.send({ longest });
  });
  // Listening must not keep a process that wants to leave.
  process.channel.unref();
}
