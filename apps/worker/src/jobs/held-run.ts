import type { JobDefinition } from '#domain/job-runs/job-definition';
import type { ClaimedRun, JobRuns, Submitter } from '#domain/job-runs/job-runs';
import type { Heartbeats } from './heartbeats';
import type { JobTransitions, Submit, Write } from './job-transitions';

/**
 * The outcome of a job: done, refused for a reason that its row has, dropped because its row is somebody else's or over, handed
 * back, or busy: it must wait for another one, and is tried again a little later.
 */
export type JobOutcome = 'completed' | 'refused' | 'dropped' | 'handed back' | 'busy';

/** A run that this worker claimed. It ends once, in a transaction that writes nothing when the run is not ours any more. */
export class HeldRun {
  constructor(
    private readonly definition: JobDefinition,
    private readonly claimed: ClaimedRun,
    private readonly runs: JobRuns,
    private readonly transitions: JobTransitions,
    private readonly heartbeats: Heartbeats,
    /** The process is on its way out: ends what several runs share, which the loss of this run does not. */
    readonly stop: AbortSignal,
  ) {}

  /** What it is about. */
  get subject(): string {
    return this.claimed.subject;
  }

  /** Of subjects that are records. */
  get id(): number {
    return Number(this.claimed.subject);
  }

  get token(): string {
    return this.claimed.token;
  }

  /** The time that it waited for; null where somebody submitted or hastened it, or a worker was lost with it. */
  get dueAt(): Date | null {
    return this.claimed.notBefore;
  }

  /** For jobs that follow from it. */
  get submitter(): Submitter {
    const { submittedBy, requestId } = this.claimed;
    return { submittedBy, requestId };
  }

  /** `remark` says what is still to be known of it, where there is something. */
  async complete(write?: Write, remark: string | null = null): Promise<JobOutcome> {
    return (await this.finish('completed', remark, submittingNothing(write))) ? 'completed' : 'dropped';
  }

  /** With the jobs that follow from it: they are in the queue soon after the commit. */
  async completeAndSubmit(submit: Submit): Promise<JobOutcome> {
    return (await this.finish('completed', null, submit)) ? 'completed' : 'dropped';
  }

  /** It cannot succeed however often it is tried. */
  async fail(reason: string, write?: Write): Promise<JobOutcome> {
    return (await this.finish('failed', reason, submittingNothing(write))) ? 'refused' : 'dropped';
  }

  /** It goes on later, and nothing counts as lost. */
  async postpone(notBefore: Date, reason: string, write?: Write): Promise<JobOutcome> {
    this.heartbeats.ending(this.token);
    const requeued = await this.transitions.requeue(
      (manager) => this.runs.release(manager, this.definition, this.token, { notBefore, error: reason }),
      write,
    );
    return requeued ? 'handed back' : 'dropped';
  }

  /** Of a job that never ends: this run is done, and the next one begins then. */
  async repeat(notBefore: Date, write?: Write): Promise<JobOutcome> {
    this.heartbeats.ending(this.token);
    const requeued = await this.transitions.requeue(
      (manager) => this.runs.repeat(manager, this.definition, this.token, notBefore),
      write,
    );
    return requeued ? 'completed' : 'dropped';
  }

  private finish(status: 'completed' | 'failed', error: string | null, submit: Submit): Promise<boolean> {
    this.heartbeats.ending(this.token);
    return this.transitions.end(
      this.claimed,
      (manager) => this.runs.finish(manager, this.definition, this.token, { status, error }),
      submit,
    );
  }
}

function submittingNothing(write?: Write): Submit {
  return async (manager) => {
    await write?.(manager);
    return [];
  };
}
