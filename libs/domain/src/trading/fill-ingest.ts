import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { FillRecord } from '#engine/trades/fill-record';
import type { TradingMessage } from '#engine/trades/trading-message';
import { toFillContent } from './fill-content';
import { type ChangedFill, JournalRebuild } from './journal-rebuild';
import { findKnownFills } from './known-fills';
import { positionKey, Positions } from './positions';
import { insertFills, insertRevisions, updateFills } from './store-fills';
import { type FillOutcome, type StatedFill, StatedFills } from './stated-fills';

/** Another transaction stored one of the fills in a position that is not locked. */
class FillsMoved extends Error {
  readonly code = 'FILLS_MOVED';
}

const MOST_ATTEMPTS = 20;

/**
 * Stores fills, by whichever way they come, and makes the journal entries of their round trips, all in one transaction. The fills and
 * their revisions are the inbox: a message that comes again changes nothing.
 */
@Injectable()
export class FillIngest {
  constructor(
    private readonly dataSource: DataSource,
    private readonly positions: Positions,
    private readonly journal: JournalRebuild,
  ) {}

  /** The outcomes in the order of the messages. */
  async ingest(messages: readonly TradingMessage<FillRecord>[]): Promise<readonly FillOutcome[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataSource.transaction((manager) => this.store(manager, messages));
      } catch (error) {
        if (!(error instanceof FillsMoved) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  private async store(
    manager: EntityManager,
    messages: readonly TradingMessage<FillRecord>[],
  ): Promise<FillOutcome[]> {
    const contents = messages.map(({ content }) => toFillContent(content));
    const before = await findKnownFills(manager, contents);
    const ids = await this.positions.idsOf(
      manager,
      contents.map(({ positionSide: side, ...content }) => ({ ...content, side })),
    );
    const locked = new Set([...ids.values(), ...[...before.values()].map(({ positionId }) => positionId)]);
    const positions = await this.positions.lock(manager, [...locked]);
    const stored = await findKnownFills(manager, contents);
    if ([...stored.values()].some(({ positionId }) => !locked.has(positionId))) throw new FillsMoved();

    const fills = new StatedFills(stored, Date.now());
    const outcomes = messages.map((message) => fills.state(message));
    const positionOf = ({ content: { positionSide: side, ...content } }: StatedFill) =>
      ids.get(positionKey({ ...content, side }))!;
    const changed = await this.write(manager, fills.all, positionOf);
    await this.journal.rebuild(manager, positions, changed);
    return outcomes;
  }

  /** Answers the fills that are not as they were, where they were and where they are. */
  private async write(
    manager: EntityManager,
    fills: readonly StatedFill[],
    positionOf: (fill: StatedFill) => number,
  ): Promise<ChangedFill[]> {
    const created = fills.filter(({ stored }) => !stored);
    const updated = fills.filter(
      ({ stored, content, statedAt }) =>
        stored && (stored.content !== content || stored.statedAt !== statedAt),
    );
    const inserted = await insertFills(manager, created, positionOf);
    if (inserted.size < created.length) throw new FillsMoved();
    await updateFills(manager, updated, positionOf);
    await insertRevisions(
      manager,
      fills.map((fill) => ({ id: fill.stored?.id ?? inserted.get(fill)!, revisions: fill.revisions })),
    );
    const moved = updated.filter(({ stored, content }) => stored!.content !== content);
    return [
      ...[...created, ...moved].map((fill) => ({ positionId: positionOf(fill), ...fill.content })),
      ...moved.map(({ stored }) => ({ positionId: stored!.positionId, ...stored!.content })),
    ];
  }
}
