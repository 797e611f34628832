import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { matchingSteps } from '#engine/trades/match-fills';
import type { Environment } from '#platform/config/environment';
import { inSlices } from '#platform/pauses/in-slices';
import { ENVIRONMENT } from '#platform/tokens';
import { EntryWrites } from './entry-writes';
import type { FillContent } from './fill-content';
import { FundingEstimates } from './funding-estimates';
import { PositionFills } from './position-fills';
import type { LockedPosition } from './positions';
import type { Rematched } from './rematched';
import { termsOf } from './symbol-terms';

/** A fill that is new, or was stored otherwise before. */
export interface ChangedFill extends Pick<FillContent, 'time'> {
  readonly positionId: number;
}

/** Makes the journal entries of positions anew, from before what changed. */
@Injectable()
export class JournalRebuild {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly fills: PositionFills,
    private readonly funding: FundingEstimates,
    private readonly entries: EntryWrites,
  ) {}

  /** In the transaction that changed the fills and holds the positions. */
  async rebuild(
    manager: EntityManager,
    positions: readonly LockedPosition[],
    changed: readonly ChangedFill[],
  ): Promise<void> {
    const earliest = new Map<number, number>();
    for (const { positionId, time } of changed) {
      earliest.set(positionId, Math.min(time, earliest.get(positionId) ?? Infinity));
    }
    const rematched: Rematched[] = [];
    for (const position of positions) {
      const since = earliest.get(position.id);
      if (since !== undefined) rematched.push(await this.rematch(manager, position, new Date(since)));
    }
    await this.entries.write(manager, rematched);
  }

  /** Everything, where its entries were made by another matching. */
  private async rematch(manager: EntityManager, position: LockedPosition, since: Date): Promise<Rematched> {
    const matching = this.environment.tradeMatching;
    const period =
      position.matching === matching ? await this.fills.periodBefore(manager, position.id, since) : undefined;
    const terms = termsOf(position);
    const fills = await this.fills.load(manager, position, { terms, period });
    const contract = { multiplier: fills.multiplier, isInverse: terms.isInverse };
    const matched = await inSlices(
      matchingSteps(fills.list, { matching, contract, lotSize: fills.lotSize, opening: period?.quantity }),
    );
    return {
      position: { ...position, matching },
      terms,
      contract,
      start: period?.time,
      fillIds: new Set(fills.list.map(({ id }) => id)),
      matched,
      funding: await this.funding.of(manager, position, { terms, contract, roundTrips: matched.roundTrips }),
    };
  }
}
