import type { Logger } from 'pino';

/** Whoever is away is tried again more often than this: a failure after so long without one is a new outage. */
const QUIET_MILLISECONDS = 30_000;

/**
 * One line when something that is tried again and again begins to fail, and one when it works again, however many tries fail
 * between the two. The stack is for looking closer: it says where we wait, not why the other end is away.
 */
export class OutageLog {
  private isFailing = false;
  private lastFailure = -Infinity;

  /** `what`: the subject of the lines, such as "Queue connection". */
  constructor(
    private readonly logger: Logger,
    private readonly what: string,
    private readonly fields: object = {},
  ) {}

  failed(error: unknown): void {
    const isNew = !this.isFailing || performance.now() - this.lastFailure > QUIET_MILLISECONDS;
    this.isFailing = true;
    this.lastFailure = performance.now();
    if (!isNew) return;
    this.logger.warn({ ...this.fields, reason: reasonOf(error) }, `${this.what} failed; it is tried again`);
    this.logger.debug({ ...this.fields, err: error }, `${this.what} failed`);
  }

  works(): void {
    if (this.isFailing) this.logger.info(this.fields, `${this.what} works again`);
    this.isFailing = false;
  }
}

/** An error of several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  return String(message || code || error);
}
