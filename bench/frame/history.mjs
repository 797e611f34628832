import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figureOf, nameOf } from './summary.mjs';

const MOST_RUNS = 20;
/** From this share on, a line counts as worse. */
const WORSE = 1.15;

/** A row's lines as they are kept in runs, `{ at, processor, node, lines }`: each by its name, with the figure that runs are compared by. */
export function linesOf(number, measurements) {
  return measurements
    .filter(({ missing }) => !missing)
    .map((measurement) => ({
      row: number,
      what: nameOf(measurement),
      figure: figureOf(measurement),
      spread: measurement.spread,
      ...(measurement.goal && { isMet: measurement.goal.isMet(measurement) }),
      ...(measurement.wantsMore && { wantsMore: true }),
    }));
}

/** Writes a run into its folder, and removes the oldest above twenty of the same processor. */
export function keepRun(folder, run) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, run), `${JSON.stringify(run, null, 2)}\n`);
  const same = readRuns(folder).filter(({ processor }) => processor === run.processor);
  for (const old of same.slice(0, -MOST_RUNS)) rmSync(fileOf(folder, old));
}

const fileOf = (folder, { at }) => join(folder, `${at.replace(/[:.]/g, '-')}.json`);

/** From the oldest to the newest. */
export function readRuns(folder) {
  mkdirSync(folder, { recursive: true });
  return filesOf(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

const filesOf = (folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort();

/**
 * The lines of a run that are at least 15 % worse than the best of earlier runs on the same processor:
 * `{ row, what, figure, best, at }`, `at` being when the best was measured.
 */
export function findWorse(run, earlier) {
  const comparable = earlier.filter(({ processor }) => processor === run.processor);
  return run.lines.flatMap((line) => {
    const same = comparable.flatMap(({ at, lines }) =>
      lines
        .filter(({ row, what }) => row === line.row && what === line.what)
        .map(({ figure }) => ({ figure, at })),
    );
    const isWorse = line.wantsMore ? (one, other) => one < other : (one, other) => one > other;
    const best = same.reduce(
      (least, one) => (least && !isWorse(least.figure, one.figure) ? least : one),
      undefined,
    );
    const limit = best && (line.wantsMore ? best.figure / WORSE : best.figure * WORSE);
    if (!best || !isWorse(line.figure, limit)) return [];
    return [{ row: line.row, what: line.what, figure: line.figure, best: best.figure, at: best.at }];
  });
}
