import { EquityFiles } from './equity-files';
import { EquityIngests } from './equity-ingests';
import { JobStage } from './job-stage';

/** A stage whose workers, started with the environment of the files, ingest equities from them. */
export class EquityStage {
  readonly files = new EquityFiles();
  readonly ingests: EquityIngests;

  private constructor(readonly stage: JobStage) {
    this.ingests = new EquityIngests(stage);
  }

  static async open(): Promise<EquityStage> {
    return new EquityStage(await JobStage.open());
  }

  async close(): Promise<void> {
    await this.stage.close();
    this.files.remove();
  }
}
