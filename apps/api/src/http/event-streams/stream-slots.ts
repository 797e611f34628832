import { Inject, Injectable } from '@nestjs/common';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { tryLater } from '../api-error';
import { CallerSlots } from '../caller-slots';

const RETRY_SECONDS = 10;

/** How many streams there may be: a caller's share, and what the process can serve. */
@Injectable()
export class StreamSlots extends CallerSlots {
  constructor(@Inject(ENVIRONMENT) { streamsPerToken, streamsPerReplica }: Environment) {
    super({
      perSubject: streamsPerToken,
      perProcess: streamsPerReplica,
      refuse: (most, limit) =>
        limit === 'subject'
          ? tryLater(
              429,
              `This token’s subject has ${most} streams open here, and may have no more; close one first`,
              RETRY_SECONDS,
            )
          : tryLater(
              503,
              `This replica serves ${most} streams, and can serve no more; try again shortly`,
              RETRY_SECONDS,
            ),
    });
  }
}
