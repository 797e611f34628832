/** A job on its way to the queue. */
export interface JobEntry {
  /** Of the outbox. */
  readonly id: string;
  readonly job: string;
  readonly subject: string;
  readonly run: number;
  readonly priority: number;
}
