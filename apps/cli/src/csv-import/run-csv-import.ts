import type { LevelShift } from '#engine/market/outlier-judge';
import { messageOf } from '../message-of';
import { EXIT_CODES, type Shell } from '../shell';
import { csvFileSize } from './csv-lines';
import { ImportDisplay } from './import-display';
import type { ImportProgress, ImportResult, ImportSettings, RefusedLine } from './import-lines';
import { importReportJson, importReportText, LISTED_REFUSALS } from './import-report';

/** The options that every import has. */
export interface CsvImportOptions {
  readonly json?: true;
  readonly batchSize: number;
}

interface CsvImport {
  readonly file: string;
  /** What the lines are, in a word. */
  readonly what: string;
  /** What they belong to, such as exchange, symbol and interval. */
  readonly target: Readonly<Record<string, string>>;
  readonly options: CsvImportOptions;
  readonly run: (settings: ImportSettings) => Promise<ImportResult>;
  /** Called at the end. */
  readonly notes?: () => Readonly<Record<string, number>>;
  /** Filled while the file is read. */
  readonly levelShifts?: readonly LevelShift[];
}

export const EXIT_CODE_NOTE = `
Exit codes: 0 every line is stored, 1 could not run or go on, 2 some lines were refused and the others are
stored, 130 interrupted.`;

/** Runs an import of a file under the eyes of who typed it, prints its report and sets the exit code. */
export async function runCsvImport(
  shell: Shell,
  { file, what, target, options, run, notes, levelShifts }: CsvImport,
): Promise<void> {
  const totalBytes = await csvFileSize(file);
  const signal = shell.interruption();
  const startedAt = Date.now();
  const display = new ImportDisplay(shell.errors, {
    totalBytes,
    plainProgress: !options.json,
    now: Date.now,
  });

  let stored: ImportProgress | undefined;
  const firstRefusals: RefusedLine[] = [];
  const progress = await run({
    batchSize: options.batchSize,
    signal,
    onProgress: (latest) => {
      stored = latest;
      display.showProgress(latest);
    },
    onRefused: (refused) => {
      if (firstRefusals.length < LISTED_REFUSALS) firstRefusals.push(refused);
      display.showRefused(refused);
    },
  })
    .catch((error: unknown) => {
      const done = stored ? `Stopped; the file is stored up to line ${stored.line}. ` : '';
      throw new Error(done + messageOf(error), { cause: error });
    })
    .finally(display.clear);

  if (progress.isComplete && progress.read === 0) {
    throw new Error(`${file} holds no ${what}: there is nothing below its first line`);
  }
  const seconds = (Date.now() - startedAt) / 1000;
  const report = { file, target, progress, firstRefusals, seconds, notes: notes?.(), levelShifts };
  shell.output.write(`${options.json ? importReportJson(report) : importReportText(report)}\n`);
  if (progress.isComplete) {
    if (progress.refused > 0) shell.exitCode = EXIT_CODES.someRefused;
    return;
  }
  shell.errors.write(
    `Interrupted; the file is stored up to line ${progress.line}. The same command again goes on from there.\n`,
  );
  shell.exitCode = EXIT_CODES.interrupted;
}
