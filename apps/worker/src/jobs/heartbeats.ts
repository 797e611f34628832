import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { JobRuns } from '#domain/job-runs/job-runs';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';

const HEARTBEAT_MILLISECONDS = 1_000;

/** Keeps this worker's runs alive, and learns which of them were cancelled or given to somebody else. */
@Injectable()
export class Heartbeats {
  private readonly lostByToken = new Map<string, AbortController>();
  private repetition: Repetition | undefined;

  constructor(
    private readonly runs: JobRuns,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.repetition = repeat(
      () => this.beat(),
      HEARTBEAT_MILLISECONDS,
      (error) => this.logger.warn({ err: error }, 'A heartbeat was missed'),
    );
  }

  async stop(): Promise<void> {
    await this.repetition?.stop();
  }

  /** The signal aborts when the run is not this worker's any more. */
  begin(token: string): AbortSignal {
    const lost = new AbortController();
    this.lostByToken.set(token, lost);
    return lost.signal;
  }

  /** Its end is being written: whether that succeeds says whether it was still ours. */
  ending(token: string): void {
    if (this.lostByToken.has(token)) this.lostByToken.set(token, new AbortController());
  }

  end(token: string): void {
    this.lostByToken.delete(token);
  }

  private async beat(): Promise<void> {
    const tokens = [...this.lostByToken.keys()];
    if (tokens.length === 0) return;
    const held = new Set(await this.runs.keepAlive(tokens));
    for (const token of tokens) {
      if (!held.has(token)) this.lostByToken.get(token)?.abort();
    }
  }
}
