import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { ApiError } from '../http/api-error';

const RETRY_SECONDS = '10';

/** How many streams there may be: a token's share, and what the process can serve. */
@Injectable()
export class StreamPlaces {
  private readonly takenByToken = new Map<string, number>();
  private taken = 0;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Answers the function that gives the place back. */
  take(authorization: string): () => void {
    const { streamsPerToken, streamsPerReplica } = this.environment;
    const token = createHash('sha256').update(authorization).digest('base64');
    const takenByToken = this.takenByToken.get(token) ?? 0;
    if (streamsPerToken !== undefined && takenByToken >= streamsPerToken) {
      throw new ApiError({
        status: 429,
        detail: `This token has ${streamsPerToken} streams open here, and may have no more; close one first`,
        code: 'RATE_LIMIT_EXCEEDED',
        headers: { 'retry-after': RETRY_SECONDS },
      });
    }
    if (this.taken >= streamsPerReplica) {
      throw new ApiError({
        status: 503,
        detail: `This replica serves ${streamsPerReplica} streams, and can serve no more; try again shortly`,
        code: 'SERVICE_UNAVAILABLE',
        headers: { 'retry-after': RETRY_SECONDS },
      });
    }
    this.taken++;
    this.takenByToken.set(token, takenByToken + 1);
    return () => this.release(token);
  }

  private release(token: string): void {
    this.taken--;
    const left = this.takenByToken.get(token)! - 1;
    if (left === 0) this.takenByToken.delete(token);
    else this.takenByToken.set(token, left);
  }
}
