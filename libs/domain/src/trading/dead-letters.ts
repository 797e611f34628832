import { Injectable } from '@nestjs/common';
import { DataSource, type FindOptionsWhere } from 'typeorm';
import { cutText, escapeUnstorable } from '#engine/market/limit-warnings';
import type { FieldProblem } from '#engine/market/validate-candle';
import { findRecord, newestRecords, type PageRequest, type RecordPage } from '../records/records';
import { DeadLetter } from './dead-letter.entity';
import type { FillOutcome } from './stated-fills';
import { TRADING_KINDS, type TradingDelivery, type TradingKind } from './trading-delivery';

/** A message that is given up. */
export interface LetterToKeep extends TradingDelivery {
  readonly kind: TradingKind;
  readonly stream: string;
  readonly sequence: number;
  readonly deliveries: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly reason: readonly FieldProblem[];
}

export type DeadLetterFilter = Partial<Pick<DeadLetter, 'kind' | 'status'>>;

/** In a list: without the message itself, which may be large. */
const LISTED = {
  kind: true,
  subject: true,
  stream: true,
  sequence: true,
  sentAt: true,
  deliveries: true,
  reason: true,
  status: true,
  outcome: true,
  receivedAt: true,
  decidedAt: true,
} as const;

export type ListedDeadLetter = Pick<DeadLetter, keyof typeof LISTED | 'id'>;

const MOST_PROBLEMS = 20;
const LONGEST_CHARACTERS = 300;
const KEPT_DAYS = { decided: 30, waiting: 90 };
const LETTERS_AT_ONCE = 1_000;

/** Messages of the broker that could not be ingested, until somebody decides about them. */
@Injectable()
export class DeadLetters {
  constructor(private readonly dataSource: DataSource) {}

  /** Each message is kept once, whoever delivers it how often. Answers how many were not kept before. */
  async keep(letters: readonly LetterToKeep[]): Promise<number> {
    let kept = 0;
    for (const { kind, subject, stream, sequence, sentAt, deliveries, content, headers, reason } of letters) {
      const rows = await this.dataSource.query<unknown[]>(
        `insert into dead_letters (kind, subject, stream, sequence, sent_at, deliveries, content, headers, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
        [
          kind,
          escapeUnstorable(subject),
          stream,
          sequence,
          sentAt,
          deliveries,
          Buffer.from(content),
          JSON.stringify(storableHeaders(headers)),
          JSON.stringify(storableReason(reason)),
        ],
      );
      kept += rows.length;
    }
    return kept;
  }

  /** Those that match, the last that came in first, and how many there are. */
  list(filter: DeadLetterFilter, request: PageRequest): Promise<RecordPage<ListedDeadLetter>> {
    const where: FindOptionsWhere<DeadLetter> = {
      ...(filter.kind !== undefined && { kind: filter.kind }),
      ...(filter.status !== undefined && { status: filter.status }),
    };
    return newestRecords(this.dataSource.getRepository(DeadLetter), request, LISTED, where);
  }

  find(id: number): Promise<DeadLetter | null> {
    return findRecord(this.dataSource.getRepository(DeadLetter), id);
  }

  /** Its content counts now. */
  async markReplayed(id: number, outcome: FillOutcome): Promise<void> {
    await this.dataSource.query(
      `update dead_letters set status = 'replayed', outcome = $2, decided_at = now() where id = $1`,
      [id, outcome],
    );
  }

  /** It was tried again, in vain. */
  async keepReason(id: number, reason: readonly FieldProblem[]): Promise<void> {
    await this.dataSource.query('update dead_letters set reason = $2 where id = $1', [
      id,
      JSON.stringify(storableReason(reason)),
    ]);
  }

  /** One that was replayed stays so. */
  async discard(id: number): Promise<void> {
    await this.dataSource.query(
      `update dead_letters set status = 'discarded', decided_at = now() where id = $1 and status = 'waiting'`,
      [id],
    );
  }

  async countWaiting(): Promise<ReadonlyMap<TradingKind, number>> {
    const rows = await this.dataSource.query<{ kind: TradingKind; count: number }[]>(
      `select kind, count(*)::integer as count from dead_letters where status = 'waiting' group by kind`,
    );
    return new Map(
      TRADING_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0] as const),
    );
  }

  /** Those that were decided 30 days ago, and those that nobody has decided in 90. */
  async deleteOld(stop: AbortSignal): Promise<void> {
    let deleted = LETTERS_AT_ONCE;
    while (deleted === LETTERS_AT_ONCE && !stop.aborted) {
      [, deleted] = await this.dataSource.query<[unknown, number]>(
        `delete from dead_letters where id in (
           select id from dead_letters where decided_at < now() - make_interval(days => $1)
             or (status = 'waiting' and received_at < now() - make_interval(days => $2))
           limit $3 for update skip locked)`,
        [KEPT_DAYS.decided, KEPT_DAYS.waiting, LETTERS_AT_ONCE],
      );
    }
  }
}

function storableReason(reason: readonly FieldProblem[]): FieldProblem[] {
  const short = (text: string) => cutText(escapeUnstorable(text), LONGEST_CHARACTERS);
  return reason
    .slice(0, MOST_PROBLEMS)
    .map(({ field, message }) => ({ field: short(field), message: short(message) }));
}

function storableHeaders(headers: LetterToKeep['headers']): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [escapeUnstorable(name), values.map(escapeUnstorable)]),
  );
}
