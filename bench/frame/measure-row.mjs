// node measure-row.mjs <number> <file> <result file> [--quiet] [--profile <folder>]: measures a row of the bench, prints its lines, and
// writes `{ number, isBusy, failed, cells, lines }`: the cells of the table, and the lines of a quiet run that is kept.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { linesOf } from './history.mjs';
import { openStage } from './open-stage.mjs';
import { waitForQuiet } from './quiet.mjs';
import { summarise } from './summary.mjs';
import { formatMeasurement, toCells } from './table.mjs';

/** How often a row is measured with `--quiet`. */
const REPETITIONS = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quiet: { type: 'boolean', default: false }, profile: { type: 'string' } },
});
const [number, file, resultFile] = positionals;
const stage = await openStage({ profileFolder: values.profile });
const startedAt = performance.now();
const repetitions = [];
let isBusy = false;
let failed = false;
try {
  const { title, measure } = await import(pathToFileURL(file).href);
  console.log(`\n${number}. ${title}`);
  while (repetitions.length < (values.quiet ? REPETITIONS : 1)) {
    if (values.quiet && !(await waitForQuiet())) isBusy = true;
    repetitions.push([]);
    for await (const measurement of measure(stage)) {
      repetitions.at(-1).push(measurement);
      console.log(`   ${formatMeasurement(measurement)}`);
    }
  }
  const busy = isBusy ? ', on a machine that did not become quiet' : '';
  console.log(`   measured in ${((performance.now() - startedAt) / 1000).toFixed(0)} s${busy}`);
} catch (error) {
  failed = true;
  console.error(`\nRow ${number} FAILED: ${error.stack}`);
} finally {
  await stage.close();
}
const measurements = failed || !values.quiet ? (repetitions.at(-1) ?? []) : summarise(repetitions);
const result = {
  number: Number(number),
  isBusy,
  failed,
  cells: measurements.map(toCells),
  lines: linesOf(Number(number), measurements),
};
writeFileSync(resultFile, JSON.stringify(result));
process.exit(failed ? 1 : 0);
