// npm run bench -- [<row>…] [options]: measures the rows named, or all, and prints each ratio beside its goal.
//   --install-peers      first makes bench/.venv with the Python peers, from PyPI
//   --quiet              waits up to two minutes for the machine before each row and marks a row that it did not get to itself, measures
//                        each row three times, quotes medians and spreads, keeps the run in bench/history, and names what became worse
//   --profile <folder>   has every server write a CPU profile there; its figures are then worth nothing
// Exit code 1 when results disagree or a row crashes; a goal that is missed is a finding and not an error.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { ensureInstalled } from '../scripts/ensure-installed.mjs';
import { runToEnd } from '../scripts/run-to-end.mjs';
import { findWorse, keepRun, readRuns } from './frame/history.mjs';
import { PROCESSOR, printMachine } from './frame/open-stage.mjs';
import { formatTable, formatWorse } from './frame/table.mjs';
import { installPeers } from './install-peers.mjs';

const ROW_FILE = /^(\d+)-.+\.mjs$/;
const rowsFolder = join(import.meta.dirname, 'rows');
const historyFolder = join(import.meta.dirname, 'history');
const measureRowFile = join(import.meta.dirname, 'frame', 'measure-row.mjs');

function chooseRows(wanted) {
  const files = readdirSync(rowsFolder)
    .filter((file) => ROW_FILE.test(file))
    .map((file) => ({ number: Number(ROW_FILE.exec(file)[1]), file }))
    .sort((a, b) => a.number - b.number);
  const unknown = wanted.filter((word) => !files.some(({ number }) => number === Number(word)));
  if (unknown.length > 0) {
    console.error(`No row ${unknown.join(', ')}; there are ${files.map(({ number }) => number).join(', ')}.`);
    process.exit(2);
  }
  return wanted.length === 0 ? files : files.filter(({ number }) => wanted.map(Number).includes(number));
}

/** In a process of its own: what one row has computed would change how fast the code of the next one is. */
async function measureRow({ number, file }, options) {
  const resultFile = join(folder, `${number}.json`);
  const row = [String(number), join(rowsFolder, file), resultFile];
  await runToEnd(process.execPath, [measureRowFile, ...row, ...options]);
  return existsSync(resultFile)
    ? JSON.parse(readFileSync(resultFile, 'utf8'))
    : { number, isBusy: false, cells: [], lines: [], failed: true };
}

/** The run as it is kept until now: of quiet rows alone. */
function keep(at, rows) {
  const lines = rows.flatMap((row) => (row.isBusy || row.failed ? [] : row.lines));
  const run = { at, processor: PROCESSOR, node: process.versions.node, lines };
  if (lines.length > 0) keepRun(historyFolder, run);
  return run;
}

/** Prints what is worse than the best of this processor. */
function compareWithHistory(run) {
  if (run.lines.length === 0) return;
  const earlier = readRuns(historyFolder).filter(({ at }) => at !== run.at);
  console.log(`\n${formatWorse(findWorse(run, earlier), PROCESSOR)}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'install-peers': { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const chosen = chooseRows(positionals);
await ensureInstalled();
await build();
if (values['install-peers']) await installPeers();

printMachine();
console.log('Contestants alternate within a run: only the ratios mean something.');
const options = [
  ...(values.quiet ? ['--quiet'] : []),
  ...(values.profile ? ['--profile', values.profile] : []),
];
/** Of the rows' results, also where the run is interrupted. */
const folder = mkdtempSync(join(tmpdir(), 'candelabra-bench-run-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
const startedAt = new Date().toISOString();
const measured = [];
let kept;
for (const row of chosen) {
  measured.push(await measureRow(row, options));
  // After each row: a run takes more than an hour.
  if (values.quiet) kept = keep(startedAt, measured);
}
console.log(`\n${formatTable(measured)}`);
if (kept) compareWithHistory(kept);
const failed = measured.filter((row) => row.failed).map(({ number }) => number);
if (failed.length > 0) console.error(`\nRows that failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
