import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { PortfolioVerifications } from '#domain/portfolios/portfolio-verifications';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { runToday } from '../runs/run-today';
import { describeVerification } from '../runs/verification-outcome';
import { PortfolioCalculation } from './portfolio-calculation';

/** Runs a completed portfolio again on what is stored today, and says what is not as it was. */
@Injectable()
export class PortfolioVerifyProcessor implements JobProcessor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: PortfolioVerifications,
    private readonly calculation: PortfolioCalculation,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const { id } = run;
    const portfolio = await this.dataSource.manager.findOneBy(PortfolioRun, { id });
    if (!portfolio) return 'dropped';
    const outcome = await describeVerification({
      stored: await this.verifications.storedFingerprint(id),
      today: await runToday(
        () => this.calculation.run(portfolio, signal, run.stop),
        (result) => this.verifications.holds(id, result),
      ),
    });
    return run.complete((manager) => this.verifications.storeOutcome(manager, id, outcome));
  }
}
