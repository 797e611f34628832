import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The ids of the sample's runs, which every start shows and only the first one makes. */
export interface SampleRuns {
  readonly backtest: number;
  readonly walkForward: number;
}

export class KeptSampleRuns {
  private readonly file: string;

  constructor(dataDirectory: string) {
    this.file = join(dataDirectory, 'sample-runs.json');
  }

  /** Undefined where none were kept, or nothing that can be read. */
  read(): SampleRuns | undefined {
    try {
      const { backtest, walkForward } = JSON.parse(readFileSync(this.file, 'utf8')) as Partial<SampleRuns>;
      if (Number.isSafeInteger(backtest) && Number.isSafeInteger(walkForward)) {
        return { backtest: backtest!, walkForward: walkForward! };
      }
    } catch {
      // The first start, or a file that somebody changed: the runs are made again.
    }
    return undefined;
  }

  keep(runs: SampleRuns): void {
    writeFileSync(`${this.file}.new`, `${JSON.stringify(runs)}\n`);
    renameSync(`${this.file}.new`, this.file);
  }
}
