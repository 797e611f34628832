import { Inject, Injectable } from '@nestjs/common';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { tryLater } from '../api-error';

const RETRY_SECONDS = 10;

/** How many streams there may be: a caller's share, and what the process can serve. */
@Injectable()
export class StreamSlots {
  private readonly takenByCaller = new Map<string, number>();
  private taken = 0;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Answers the function that gives the slot back. */
  take(caller: string): () => void {
    const { streamsPerToken, streamsPerReplica } = this.environment;
    const takenByCaller = this.takenByCaller.get(caller) ?? 0;
    if (streamsPerToken !== undefined && takenByCaller >= streamsPerToken) {
      throw tryLater(
        429,
        `This token’s subject has ${streamsPerToken} streams open here, and may have no more; close one first`,
        RETRY_SECONDS,
      );
    }
    if (this.taken >= streamsPerReplica) {
      throw tryLater(
        503,
        `This replica serves ${streamsPerReplica} streams, and can serve no more; try again shortly`,
        RETRY_SECONDS,
      );
    }
    this.taken++;
    this.takenByCaller.set(caller, takenByCaller + 1);
    return () => this.release(caller);
  }

  private release(caller: string): void {
    this.taken--;
    const left = this.takenByCaller.get(caller)! - 1;
    if (left === 0) this.takenByCaller.delete(caller);
    else this.takenByCaller.set(caller, left);
  }
}
