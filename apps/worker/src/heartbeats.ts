import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';

const HEARTBEAT_MILLISECONDS = 1_000;

/** Where the tokens of a kind of run are kept. */
interface TokenKeeper {
  /** Says that the runs are alive; answers the tokens that still hold. */
  keepAlive(runTokens: readonly string[]): Promise<string[]>;
}

/** Keeps this worker's runs alive, and learns which of them were cancelled or given to somebody else. */
@Injectable()
export class Heartbeats {
  private readonly runs = new Map<string, { readonly keeper: TokenKeeper; readonly lost: AbortController }>();
  private repetition: Repetition | undefined;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

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
  begin(runToken: string, keeper: TokenKeeper): AbortSignal {
    const lost = new AbortController();
    this.runs.set(runToken, { keeper, lost });
    return lost.signal;
  }

  end(runToken: string): void {
    this.runs.delete(runToken);
  }

  private async beat(): Promise<void> {
    const keepers = new Set([...this.runs.values()].map(({ keeper }) => keeper));
    await Promise.all([...keepers].map((keeper) => this.beatFor(keeper)));
  }

  private async beatFor(keeper: TokenKeeper): Promise<void> {
    const beating = [...this.runs].filter(([, run]) => run.keeper === keeper).map(([runToken]) => runToken);
    const held = new Set(await keeper.keepAlive(beating));
    for (const runToken of beating) {
      if (!held.has(runToken)) this.runs.get(runToken)?.lost.abort();
    }
  }
}
