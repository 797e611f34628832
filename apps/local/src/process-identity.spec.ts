import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseLinuxStat, processStart } from './process-identity';

describe('parseLinuxStat', () => {
  // Layout: proc(5), /proc/pid/stat; field 3 is the state, field 22 the start time in clock ticks.
  const stat = (name: string, state: string) =>
    `8123 (${name}) ${state} 1 8123 8123 0 -1 4194560 9 0 0 0 1 2 0 0 20 0 11 0 4107311 639 512 184467 1 1 0`;

  it('finds the start time after a name with spaces and brackets', () => {
    expect(parseLinuxStat(stat('node', 'S'))).toBe('4107311');
    expect(parseLinuxStat(stat('a) R (b c', 'S'))).toBe('4107311');
  });

  it('takes a zombie for no process', () => {
    expect(parseLinuxStat(stat('node', 'Z'))).toBeUndefined();
  });
});

describe('processStart', () => {
  it('answers the same for the same running process, and nothing for one that has exited', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const start = processStart(child.pid!);
    expect(start).toBeDefined();
    expect(processStart(child.pid!)).toBe(start);
    child.stdin.end();
    await once(child, 'exit');
    expect(processStart(child.pid!)).toBeUndefined();
  });
});
