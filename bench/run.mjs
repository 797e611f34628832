// npm run bench -- [<row>…] [options]: measures the rows named, or all, and prints each ratio beside its goal.
//   --install-peers      first makes bench/.venv with the Python peers, from PyPI
//   --quiet              waits up to two minutes for the machine before each row and marks a row that it did not get to itself, measures
//                        each row three times, quotes medians and spreads, keeps the run in bench/history, and names what became worse
//   --profile <folder>   has every server write a CPU profile there; its figures are then worth nothing
// Exit code 1 when results disagree or a row crashes; a goal that is missed is a finding and not an error.
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { ensureInstalled } from '../scripts/ensure-installed.mjs';
import { describeRun, findWorse, keepRun, readRuns } from './frame/history.mjs';
import { openStage } from './frame/open-stage.mjs';
import { waitForQuiet } from './frame/quiet.mjs';
import { summarise } from './frame/summary.mjs';
import { formatMeasurement, formatTable, formatWorse } from './frame/table.mjs';
import { installPeers } from './install-peers.mjs';

const ROW_FILE = /^(\d+)-.+\.mjs$/;
const rowsFolder = join(import.meta.dirname, 'rows');
const historyFolder = join(import.meta.dirname, 'history');
/** How often a row is measured with `--quiet`. */
const REPETITIONS = 3;

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

async function measureRow({ number, file }, stage, isQuietRun) {
  const startedAt = performance.now();
  const repetitions = [];
  let isBusy = false;
  try {
    const { title, measure } = await import(pathToFileURL(join(rowsFolder, file)).href);
    console.log(`\n${number}. ${title}`);
    for (let repetition = 0; repetition < (isQuietRun ? REPETITIONS : 1); repetition++) {
      if (isQuietRun && !(await waitForQuiet())) isBusy = true;
      repetitions.push([]);
      for await (const measurement of measure(stage)) {
        repetitions.at(-1).push(measurement);
        console.log(`   ${formatMeasurement(measurement)}`);
      }
    }
    const busy = isBusy ? ', on a machine that did not become quiet' : '';
    console.log(`   measured in ${((performance.now() - startedAt) / 1000).toFixed(0)} s${busy}`);
    return {
      number,
      isBusy,
      measurements: isQuietRun ? summarise(repetitions) : repetitions[0],
      failed: false,
    };
  } catch (error) {
    console.error(`\nRow ${number} FAILED: ${error.stack}`);
    return { number, isBusy, measurements: repetitions.at(-1) ?? [], failed: true };
  }
}

/** Keeps the rows that were measured until now; answers the run as it is kept. */
function keep(at, rows) {
  const run = describeRun({
    processor: cpus()[0].model.trim(),
    node: process.versions.node,
    at,
    rows: rows.filter(({ failed }) => !failed),
  });
  if (run.lines.length > 0) keepRun(historyFolder, run);
  return run;
}

/** Prints what is worse than the best of this processor. */
function compareWithHistory(run) {
  if (run.lines.length === 0) return;
  const worse = findWorse(
    run,
    readRuns(historyFolder).filter(({ at }) => at !== run.at),
  );
  console.log(`\n${formatWorse(worse, run.processor)}`);
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

const stage = await openStage(
  { profileFolder: values.profile },
  'Contestants alternate within a run: only the ratios mean something.',
);
const startedAt = new Date().toISOString();
const measured = [];
let kept;
try {
  for (const row of chosen) {
    measured.push(await measureRow(row, stage, values.quiet));
    // After each row: a run takes more than an hour.
    if (values.quiet) kept = keep(startedAt, measured);
  }
} finally {
  await stage.close();
}
console.log(`\n${formatTable(measured)}`);
if (kept) compareWithHistory(kept);
const failed = measured.filter((row) => row.failed).map(({ number }) => number);
if (failed.length > 0) console.error(`\nRows that failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
