// npm run bench -- [<row>…] [options]: measures the rows named, or all, and prints each ratio beside its goal.
//   --install-peers      first makes bench/.venv with the Python peers, from PyPI
//   --profile <folder>   has every server write a CPU profile there; its figures are then worth nothing
// Exit code 1 when results disagree or a row crashes; a goal that is missed is a finding and not an error.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { ensureInstalled } from '../scripts/ensure-installed.mjs';
import { openStage } from './frame/open-stage.mjs';
import { formatMeasurement, formatTable } from './frame/table.mjs';
import { installPeers } from './install-peers.mjs';

const ROW_FILE = /^(\d+)-.+\.mjs$/;
const rowsFolder = join(import.meta.dirname, 'rows');

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

async function measureRow({ number, file }, stage) {
  const startedAt = performance.now();
  const measurements = [];
  try {
    const { title, measure } = await import(pathToFileURL(join(rowsFolder, file)).href);
    console.log(`\n${number}. ${title}`);
    for await (const measurement of measure(stage)) {
      measurements.push(measurement);
      console.log(`   ${formatMeasurement(measurement)}`);
    }
    console.log(`   measured in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    return { number, measurements, failed: false };
  } catch (error) {
    console.error(`\nRow ${number} FAILED: ${error.stack}`);
    return { number, measurements, failed: true };
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'install-peers': { type: 'boolean', default: false }, profile: { type: 'string' } },
});
const chosen = chooseRows(positionals);
await ensureInstalled();
await build();
if (values['install-peers']) await installPeers();

const stage = await openStage(
  { profileFolder: values.profile },
  'Contestants alternate within a run: only the ratios mean something.',
);
const measured = [];
try {
  for (const row of chosen) measured.push(await measureRow(row, stage));
} finally {
  await stage.close();
}
console.log(`\n${formatTable(measured)}`);
const failed = measured.filter((row) => row.failed).map(({ number }) => number);
if (failed.length > 0) console.error(`\nRows that failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
