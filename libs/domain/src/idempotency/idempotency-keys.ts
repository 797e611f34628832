import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { IdempotencyKeyRow } from './idempotency-key.entity';

const KEPT_HOURS = 24;
const IS_KEPT = `created_at > now() - make_interval(hours => ${KEPT_HOURS})`;
const KEYS_AT_ONCE = 5_000;
/** Much longer than a process that lives stops between two statements. */
const LONGEST_SILENCE_SECONDS = 30;

export type KeyName = Pick<IdempotencyKeyRow, 'subject' | 'key'>;
export type KeptAnswer = Pick<IdempotencyKeyRow, 'fingerprint' | 'answer'>;

/** The keys of requests that had their effect within the last 24 hours, over all processes. */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly dataSource: DataSource) {}

  /** An expired key is none, also while it has not been deleted. */
  async find({ subject, key }: KeyName, manager = this.dataSource.manager): Promise<KeptAnswer | undefined> {
    const rows = await manager.query<KeptAnswer[]>(
      `select fingerprint, answer from idempotency_keys where subject = $1 and key = $2 and ${IS_KEPT}`,
      [subject, key],
    );
    return rows.at(0);
  }

  /**
   * False while another transaction has the key. It is given back at the end of this one, also where its process is killed; where that
   * one is silent without an end (frozen, or cut off from the network) the database ends its connection.
   */
  async lock(manager: EntityManager, { subject, key }: KeyName): Promise<boolean> {
    const [{ locked }] = await manager.query<[{ locked: boolean }]>(
      `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked,
         set_config('idle_in_transaction_session_timeout', $2, true)`,
      [`idempotency key ${subject} ${key}`, `${LONGEST_SILENCE_SECONDS}s`],
    );
    return locked;
  }

  /** In the transaction of the effect, under the lock. */
  async keep(manager: EntityManager, { subject, key }: KeyName, kept: KeptAnswer): Promise<void> {
    await manager.query(
      `insert into idempotency_keys (subject, key, fingerprint, answer) values ($1, $2, $3, $4)
       on conflict (subject, key) do update
       set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`,
      [subject, key, kept.fingerprint, JSON.stringify(kept.answer)],
    );
  }

  /** Several processes share the work. */
  async deleteExpired(stop: AbortSignal): Promise<void> {
    let deleted = KEYS_AT_ONCE;
    while (deleted === KEYS_AT_ONCE && !stop.aborted) {
      [, deleted] = await this.dataSource.query<[unknown, number]>(
        `delete from idempotency_keys where (subject, key) in (
           select subject, key from idempotency_keys where not ${IS_KEPT}
           order by created_at limit $1 for update skip locked)`,
        [KEYS_AT_ONCE],
      );
    }
  }
}
