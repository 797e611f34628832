import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { matchFills } from '#engine/trades/match-fills';
import type { Leg } from '#engine/trades/round-trip';
import { Position } from '../trading/position.entity';
import { FILL_ORDER, type FillRow, instrumentOf, toTradeFill } from '../trading/position-fills';
import { termsOf } from '../trading/symbol-terms';
import type { TradeJournalEntry } from './trade-journal-entry.entity';

export const LEG_ROLES = ['entry', 'exit'] as const satisfies readonly Leg['role'][];

/** A leg, and the id that its sender gave its fill. */
export type StoredLeg = Leg & { readonly senderFillId: string };

const MOST_LEGS = 1_000;
/** Matching more of them would take the event loop for tens of milliseconds. */
const MOST_FILLS = 5_000;

const FILLS = `
  select id, fill_id as "fillId", side, price, quantity, fee, fee_currency as "feeCurrency", fee_rate as "feeRate", time
  from fills
  where position_id = $1 and time >= (select time from fills where id = $2)
    and (${FILL_ORDER}) >= (select ${FILL_ORDER} from fills where id = $2)
    and time <= coalesce($3, 'infinity'::timestamptz)
  order by ${FILL_ORDER} limit ${MOST_FILLS + 1}`;

/** The fills that an entry is made of. */
@Injectable()
export class TradeLegs {
  /** In their order, a thousand at most; none where more than 5,000 fills lie between the last flat position and the exit. */
  async read(manager: EntityManager, entry: TradeJournalEntry): Promise<readonly StoredLeg[]> {
    const { positionId, firstFillId, ordinal, periodFillId, periodQuantity, exitTime } = entry;
    if (positionId === null || firstFillId === null) return [];
    const position = await manager.findOneBy(Position, { id: positionId });
    const rows = await manager.query<(FillRow & { fillId: string })[]>(FILLS, [
      positionId,
      periodFillId ?? firstFillId,
      exitTime,
    ]);
    if (position === null || rows.length > MOST_FILLS) return [];
    const terms = termsOf(position);
    const { lotSize } = await instrumentOf(manager, positionId);
    const { roundTrips } = matchFills(
      rows.map((row) => toTradeFill(row, terms, row.feeRate ?? undefined)),
      {
        matching: position.matching,
        contract: { multiplier: entry.multiplier ?? '1', isInverse: terms.isInverse },
        lotSize,
        opening: periodQuantity ?? undefined,
      },
    );
    const own = roundTrips.find(
      (trip) => trip.firstFillId === Number(firstFillId) && trip.ordinal === ordinal,
    );
    const ids = new Map(rows.map(({ id, fillId }) => [Number(id), fillId]));
    return (own?.legs ?? [])
      .slice(0, MOST_LEGS)
      .map((leg) => ({ ...leg, senderFillId: ids.get(leg.fillId)! }));
  }
}
