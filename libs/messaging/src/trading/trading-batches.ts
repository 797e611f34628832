import { Inject, Injectable } from '@nestjs/common';
import type { JsMsg } from '@nats-io/jetstream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isUnavailable } from '#domain/postgres/unavailable';
import { ingestProblem } from '#domain/trading/dead-letter-decisions';
import { DeadLetters, type LetterToKeep } from '#domain/trading/dead-letters';
import { type AnyTradingMessage, readDelivery, type TradingKind } from '#domain/trading/trading-delivery';
import { TradingIngest } from '#domain/trading/trading-ingest';
import { OutageLog } from '#platform/logging/outage-log';
import { repeat } from '#platform/shutdown/repeat';
import { LOGGER } from '#platform/tokens';
import { ACKNOWLEDGE_MILLISECONDS } from '../broker/acknowledge-milliseconds';
import { TradingMetrics } from './trading-metrics';

/** A message that has failed so often is given up. */
const MOST_DELIVERIES = 5;
const FIRST_RETRY_MILLISECONDS = 200;
const DATABASE_RETRY_MILLISECONDS = 500;
const EXTENSION_MILLISECONDS = ACKNOWLEDGE_MILLISECONDS / 3;

/** A message that has been read, and what it is read from. */
interface Readable {
  readonly delivery: JsMsg;
  readonly message: AnyTradingMessage;
}

interface BatchOptions {
  /** Aborted when nothing more is to be begun, or the connection has closed: what is not acknowledged is delivered again. */
  readonly signal: AbortSignal;
}

/**
 * Ingests deliveries of the broker and acknowledges them after the commit. While the database is away they are kept, and the broker is
 * requested to wait: nothing is acknowledged or given up for that.
 */
@Injectable()
export class TradingBatches {
  private readonly outage: OutageLog;

  constructor(
    private readonly ingest: TradingIngest,
    private readonly letters: DeadLetters,
    private readonly metrics: TradingMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.outage = new OutageLog(logger, 'The ingest of fills and positions');
  }

  async process(kind: TradingKind, deliveries: readonly JsMsg[], { signal }: BatchOptions): Promise<void> {
    const open = new Set(deliveries);
    const extension = repeat(
      () => {
        for (const delivery of open) delivery.working();
        return Promise.resolve();
      },
      EXTENSION_MILLISECONDS,
      () => undefined,
    );
    const done = (delivery: JsMsg) => {
      delivery.ack();
      open.delete(delivery);
    };
    try {
      const { readable, wrong } = this.read(kind, deliveries);
      await this.whileDatabaseIsAway(signal, () => this.giveUp(kind, wrong));
      for (const { delivery } of wrong) done(delivery);
      await this.ingestAll(kind, readable, { signal, done, open });
    } finally {
      await extension.stop();
      // Another worker may have them at once.
      for (const delivery of open) delivery.nak();
    }
  }

  private read(kind: TradingKind, deliveries: readonly JsMsg[]) {
    const readable: Readable[] = [];
    const wrong: Wrong[] = [];
    for (const delivery of deliveries) {
      const { subject, data: content, time: sentAt } = delivery;
      const reading = readDelivery(kind, { subject, content, sentAt });
      if ('problems' in reading) wrong.push({ delivery, reason: reading.problems });
      else readable.push({ delivery, message: reading });
    }
    return { readable, wrong };
  }

  private async ingestAll(kind: TradingKind, batch: readonly Readable[], work: Work): Promise<void> {
    if (batch.length === 0) return;
    try {
      const outcomes = await this.whileDatabaseIsAway(work.signal, () =>
        this.ingest.ingest(
          kind,
          batch.map(({ message }) => message),
        ),
      );
      for (const [index, { delivery }] of batch.entries()) {
        work.done(delivery);
        this.metrics.countConsumed(kind, outcomes[index]);
      }
    } catch (error) {
      if (isUnavailable(error) || work.signal.aborted) throw error;
      if (batch.length === 1) await this.fail(kind, batch[0].delivery, error, work);
      else for (const each of batch) await this.ingestAll(kind, [each], work);
    }
  }

  /** Delivered again after a while, which doubles, or given up. */
  private async fail(kind: TradingKind, delivery: JsMsg, error: unknown, work: Work): Promise<void> {
    const { deliveryCount } = delivery.info;
    if (deliveryCount >= MOST_DELIVERIES) {
      const wrong = [{ delivery, reason: [ingestProblem(error)] }];
      await this.whileDatabaseIsAway(work.signal, () => this.giveUp(kind, wrong));
      work.done(delivery);
      return;
    }
    this.logger.warn(
      { err: error, subject: delivery.subject, sequence: delivery.seq, deliveries: deliveryCount },
      'A message of the broker could not be stored; it is delivered again',
    );
    this.metrics.countConsumed(kind, 'failed');
    delivery.nak(FIRST_RETRY_MILLISECONDS * 2 ** (deliveryCount - 1));
    work.open.delete(delivery);
  }

  private async giveUp(kind: TradingKind, wrong: readonly Wrong[]): Promise<void> {
    if (wrong.length === 0) return;
    const kept = await this.letters.keep(wrong.map((each) => toLetter(kind, each)));
    this.metrics.countLetters(kind, kept);
    this.metrics.countConsumed(kind, 'dead_letter', wrong.length);
    const [{ delivery, reason }] = wrong;
    this.logger.warn(
      { kind, messages: wrong.length, subject: delivery.subject, sequence: delivery.seq, reason: reason[0] },
      'Messages of the broker became dead letters',
    );
  }

  private async whileDatabaseIsAway<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work();
        this.outage.works();
        return result;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        this.outage.failed(error);
        const pause = delay(DATABASE_RETRY_MILLISECONDS, true, { signal, ref: false });
        if (!(await pause.catch(() => false))) throw error;
      }
    }
  }
}

interface Wrong extends Pick<LetterToKeep, 'reason'> {
  readonly delivery: JsMsg;
}

interface Work extends BatchOptions {
  readonly done: (delivery: JsMsg) => void;
  /** Those that are neither acknowledged nor given back. */
  readonly open: Set<JsMsg>;
}

function toLetter(kind: TradingKind, { delivery, reason }: Wrong): LetterToKeep {
  const { subject, data: content, time: sentAt, headers, info } = delivery;
  return {
    kind,
    subject,
    content,
    sentAt,
    reason,
    stream: info.stream,
    sequence: delivery.seq,
    deliveries: info.deliveryCount,
    headers: Object.fromEntries((headers?.keys() ?? []).map((name) => [name, headers!.values(name)])),
  };
}
