import { EquityFiles } from './equity-files';
import { EquityIngests } from './equity-ingests';
import type { JobStage } from './job-stage';
import { sharedStage } from './shared-stage';

/** The shared stage, whose workers ingest equities from files when they are started with the environment of these. */
export class EquityStage {
  readonly files = new EquityFiles();
  readonly ingests: EquityIngests;

  private constructor(readonly stage: JobStage) {
    this.ingests = new EquityIngests(stage);
  }

  static async open(): Promise<EquityStage> {
    return new EquityStage(await sharedStage());
  }

  close(): void {
    this.files.remove();
  }
}
