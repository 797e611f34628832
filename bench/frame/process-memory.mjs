import { readdirSync, readFileSync } from 'node:fs';

const KILOBYTES_PER_MEGABYTE = 1024;
/** How processes of `npm start` are known by their command lines; the rest is the launcher. */
const NAMES = [
  ['API', /^candelabra-api/],
  ['worker', /^candelabra-worker/],
  ['Postgres', /postgres/],
];

/**
 * The proportional set size, in MB, of a process and its descendants by name, and their total: a page that several processes
 * share counts in parts. Undefined where there is no /proc.
 */
export function memoryByProcess(root) {
  const parents = readParents();
  if (!parents) return undefined;
  const memory = new Map([...NAMES.map(([name]) => name), 'launcher', 'total'].map((name) => [name, 0]));
  for (const pid of descendants(root, parents)) {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const name = NAMES.find(([, pattern]) => pattern.test(commandLine))?.[0] ?? 'launcher';
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    for (const each of [name, 'total'])
      memory.set(each, memory.get(each) + kilobytes / KILOBYTES_PER_MEGABYTE);
  }
  return memory;
}

/** The parent of each process that there is. */
function readParents() {
  if (process.platform !== 'linux') return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => parentOf(pid)));
}

function parentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return [[Number(pid), Number(/^PPid:\s+(\d+)/m.exec(status)[1])]];
  } catch {
    return []; // it has ended meanwhile
  }
}

function descendants(root, parents) {
  const children = [...parents].filter(([, parent]) => parent === root).map(([pid]) => pid);
  return [root, ...children.flatMap((child) => descendants(child, parents))];
}
