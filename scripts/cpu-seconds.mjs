import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;

/** CPU seconds of the child processes that have exited, and of theirs; undefined where the system has no /proc. */
export function cpuSecondsOfChildren() {
  let text;
  try {
    text = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return undefined;
  }
  // Fields 16 and 17, cutime and cstime. The second, the program's name, may have blanks in it; the third comes after its bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
