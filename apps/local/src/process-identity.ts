import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * What distinguishes a process from a later one with the same id: when it began, counted from a boot that is named too. Undefined
 * when there is no such process (a zombie counts as none), 'unknown' where the system does not say.
 */
export function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  if (process.platform === 'linux') return linuxProcessStart(pid);
  if (process.platform === 'win32') return 'unknown';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

function linuxProcessStart(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const start = parseLinuxStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return start && `${boot}/${start}`;
  } catch {
    return undefined;
  }
}

/** Field 22 of /proc/<pid>/stat, or undefined for a zombie; the name in field 2 may itself hold spaces and brackets. */
export function parseLinuxStat(stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' ? undefined : startTicks;
}
