import { Injectable } from '@nestjs/common';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { IdempotencyKeys, type KeptAnswer } from '#domain/idempotency/idempotency-keys';
import { declareCounter } from '#platform/metrics/declare-metric';
import { ApiError, unprocessable } from '../api-error';
import type { IdempotencyKey } from './idempotency-key';

const KEYED_REQUESTS = 'idempotent_requests_total';
const OUTCOMES = ['first', 'replayed', 'in_flight', 'other_request'] as const;
const RETRY_SECONDS = 1;

export const KEYED_REQUESTS_COUNTER = declareCounter({
  name: KEYED_REQUESTS,
  help: 'Requests with an Idempotency-Key, by outcome',
  labels: { outcome: OUTCOMES },
});

/** Checks what can be wrong and answers how it is written: within the transaction given, to the answer. */
export type Preparation<Answer> = () => Write<Answer> | Promise<Write<Answer>>;
type Write<Answer> = (manager: EntityManager) => Promise<Answer>;

/**
 * Has what is requested with a key written once. Key and answer commit in the transaction of the effect: after a crash there are
 * both or neither. What is refused leaves no key.
 */
@Injectable()
export class IdempotentWrites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: IdempotencyKeys,
    @InjectMetric(KEYED_REQUESTS) private readonly requests: Counter,
  ) {
    for (const outcome of OUTCOMES) requests.inc({ outcome }, 0);
  }

  /** In a transaction of its own. With a key that was used before for the same request: the answer that was given then. */
  async write<Answer extends object>(
    key: IdempotencyKey | undefined,
    prepare: Preparation<Answer>,
  ): Promise<Answer> {
    if (!key) return this.dataSource.transaction(await prepare());
    // Before anything is checked: what was right then may be wrong by now.
    const kept = await this.keys.find(key);
    if (kept) return this.replay(key, kept) as Answer;
    const write = await prepare();
    type Outcome = { readonly kept: KeptAnswer } | { readonly answer: Answer };
    const outcome = await this.dataSource.transaction(async (manager): Promise<Outcome> => {
      if (!(await this.keys.lock(manager, key))) throw this.inFlight();
      const kept = await this.keys.find(key, manager);
      if (kept) return { kept };
      const answer = await write(manager);
      await this.keys.keep(manager, key, { fingerprint: key.fingerprint, answer });
      return { answer };
    });
    if ('kept' in outcome) return this.replay(key, outcome.kept) as Answer;
    this.count('first');
    return outcome.answer;
  }

  private replay(key: IdempotencyKey, kept: KeptAnswer): object {
    if (kept.fingerprint !== key.fingerprint) {
      this.count('other_request');
      const message = 'was used for another request within the last 24 hours; a new request needs a new key';
      throw unprocessable([{ field: 'Idempotency-Key', message }]);
    }
    this.count('replayed');
    key.onReplay();
    return kept.answer;
  }

  private inFlight(): ApiError {
    this.count('in_flight');
    return new ApiError({
      status: 409,
      detail:
        'A request with this Idempotency-Key is being processed; send it again shortly to have its answer',
      headers: { 'retry-after': String(RETRY_SECONDS) },
    });
  }

  private count(outcome: (typeof OUTCOMES)[number]): void {
    this.requests.inc({ outcome });
  }
}
