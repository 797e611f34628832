// Preloaded into the API and the worker for row 14: says over IPC how long their event loop was blocked at most since the
// last request, in milliseconds; and how long at most without the time in which its thread waited for a core, which others had.
const { readFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const RESOLUTION_MILLISECONDS = 5;

/** Of this thread so far, in milliseconds; Linux alone counts it. */
function waitedForCore() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return undefined;
  }
}

// Threads load it, too.
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delay.enable();
  let last = { at: performance.now(), waited: waitedForCore() };
  let longestOwn = 0;
  if (last.waited !== undefined) {
    setInterval(() => {
      const now = { at: performance.now(), waited: waitedForCore() };
      const own = now.at - last.at - RESOLUTION_MILLISECONDS - (now.waited - last.waited);
      longestOwn = Math.max(longestOwn, own);
      last = now;
    }, RESOLUTION_MILLISECONDS).unref();
  }
  process.on('message', () => {
    // The timer's own period is part of what it measures.
    const longest = Math.max(0, delay.max / 1e6 - RESOLUTION_MILLISECONDS);
    process.send({ longest, ...(last.waited !== undefined && { longestOwn }) });
    delay.reset();
    longestOwn = 0;
  });
  // Listening must not keep a process that wants to leave.
  process.channel.unref();
}
