import { readFileSync, writeFileSync } from 'node:fs';

/** Resident memory of a process in MiB, on Linux; NaN elsewhere. */
export function residentMemory(pid) {
  const read = (name) => {
    try {
      const [, kibibytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(
        readFileSync(`/proc/${pid}/status`, 'utf8'),
      );
      return Number(kibibytes) / 1024;
    } catch {
      return NaN;
    }
  };
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** The most that the process takes during `work` above what it has before, in MiB. */
export async function peakDuring(pid, work) {
  forgetPeak(pid);
  const { now } = residentMemory(pid);
  await work();
  return residentMemory(pid).peak - now;
}

function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // No Linux: nothing is measured.
  }
}
