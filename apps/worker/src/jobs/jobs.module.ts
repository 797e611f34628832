import { Module } from '@nestjs/common';
import { UnattendedRuns } from '#domain/job-runs/unattended-runs';
import { RunStorageModule } from '#domain/runs/run-storage.module';
import { Heartbeats } from './heartbeats';
import { JobMaintenance } from './job-maintenance';
import { JOB_METRICS, JobMetrics } from './job-metrics';
import { JobRunner } from './job-runner';
import { JobSweeper } from './job-sweeper';
import { JobTransitions } from './job-transitions';

/** The life of jobs in a worker: JobHost and the processors are the worker's. */
@Module({
  imports: [RunStorageModule],
  providers: [
    Heartbeats,
    JobMaintenance,
    JobMetrics,
    JobRunner,
    JobSweeper,
    JobTransitions,
    UnattendedRuns,
    ...JOB_METRICS,
  ],
  exports: [Heartbeats, JobMaintenance, JobMetrics, JobRunner],
})
export class JobsModule {}
