import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BacktestRuns } from '#domain/backtesting/backtest-runs';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';

const HEARTBEAT_MILLISECONDS = 1_000;

/** Keeps this worker's runs alive, and learns which of them were cancelled or given to somebody else. */
@Injectable()
export class RunHeartbeats {
  private readonly runs = new Map<string, AbortController>();
  private repetition: Repetition | undefined;

  constructor(
    private readonly backtests: BacktestRuns,
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
  begin(runToken: string): AbortSignal {
    const lost = new AbortController();
    this.runs.set(runToken, lost);
    return lost.signal;
  }

  end(runToken: string): void {
    this.runs.delete(runToken);
  }

  private async beat(): Promise<void> {
    const asked = [...this.runs.keys()];
    if (asked.length === 0) return;
    const held = new Set(await this.backtests.keepAlive(asked));
    for (const runToken of asked) {
      if (!held.has(runToken)) this.runs.get(runToken)?.abort();
    }
  }
}
