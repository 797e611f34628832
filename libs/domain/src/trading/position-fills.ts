import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { multiply, readDecimal, writeDecimal } from '#engine/decimal/exact-decimal';
import type { TradeFill } from '#engine/trades/round-trip';
import { FeeRates } from './fee-rates';
import type { Fill } from './fill.entity';
import type { LockedPosition } from './positions';
import type { SymbolTerms } from './symbol-terms';

/** A time from flat to flat, by the fill that opened it. */
interface StoredPeriod {
  readonly fillId: string;
  /** What of that fill opened it. */
  readonly quantity: string;
  readonly time: Date;
}

export interface FillRow {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly fee: string;
  readonly feeCurrency: string | null;
  readonly feeRate: string | null;
  readonly time: Date;
}

/** Where a page begins: with a fill, or after it. */
interface PageStart extends Pick<StoredPeriod, 'fillId' | 'time'> {
  readonly comparison: '>=' | '>';
}

/** More rows at once would block the event loop. */
const FILLS_AT_A_TIME = 5_000;

/** SQL: the order of a position's fills. */
export const FILL_ORDER = 'time, sequence, fill_id collate "C"';

type Instrument = Pick<Fill, 'multiplier' | 'lotSize'>;

/** The fills of a position as matching takes them. */
@Injectable()
export class PositionFills {
  constructor(private readonly rates: FeeRates) {}

  /** The last period that began before a time; undefined: none did. */
  async periodBefore(
    manager: EntityManager,
    positionId: number,
    time: Date,
  ): Promise<StoredPeriod | undefined> {
    const rows = await manager.query<StoredPeriod[]>(
      `select entry.period_fill_id as "fillId", entry.period_quantity as quantity, fill.time
       from (select period_fill_id, period_quantity from trade_journal_entries
             where position_id = $1 and entry_time < $2 order by entry_time desc, id desc limit 1) as entry
       join fills fill on fill.id = entry.period_fill_id`,
      [positionId, time],
    );
    return rows.at(0);
  }

  /** In their order, from the first one of a period on. */
  async load(
    manager: EntityManager,
    position: LockedPosition,
    { terms, period }: { readonly terms: SymbolTerms; readonly period: StoredPeriod | undefined },
  ): Promise<{ readonly list: TradeFill[] } & Instrument> {
    const instrument = await instrumentOf(manager, position.id);
    const list: TradeFill[] = [];
    let start: PageStart | undefined = period && { ...period, comparison: '>=' };
    for (;;) {
      const rows = await readPage(manager, position.id, start);
      const found = await this.rates.find(
        manager,
        position,
        terms.settlement,
        rows.filter((row) => row.feeRate === null && isThird(row, terms)),
      );
      for (const row of rows) list.push(toTradeFill(row, terms, row.feeRate ?? found.get(row.id)));
      const last = rows.at(-1);
      if (!last || rows.length < FILLS_AT_A_TIME) break;
      start = { fillId: last.id, time: last.time, comparison: '>' };
    }
    return { list, ...instrument };
  }
}

/** What a position is in, by its first fill. */
export async function instrumentOf(manager: EntityManager, positionId: number): Promise<Instrument> {
  const rows = await manager.query<Instrument[]>(
    `select multiplier, lot_size as "lotSize" from fills where position_id = $1 order by ${FILL_ORDER} limit 1`,
    [positionId],
  );
  return rows.at(0) ?? { multiplier: '1', lotSize: '0' };
}

async function readPage(
  manager: EntityManager,
  positionId: number,
  start: PageStart | undefined,
): Promise<FillRow[]> {
  return manager.query<FillRow[]>(
    `select id, side, price, quantity, fee, fee_currency as "feeCurrency", fee_rate as "feeRate", time
     from fills where position_id = $1 ${
       start
         ? `and time >= $3 and (${FILL_ORDER}) ${start.comparison} (select ${FILL_ORDER} from fills where id = $2)`
         : ''
     } order by ${FILL_ORDER} limit ${FILLS_AT_A_TIME}`,
    start ? [positionId, start.fillId, start.time] : [positionId],
  );
}

/** A fee in a currency that is neither that of the results nor what is held. */
function isThird({ fee, feeCurrency }: FillRow, { base, settlement, isSpot }: SymbolTerms): boolean {
  if (feeCurrency === null || settlement === null || feeCurrency === settlement) return false;
  return Number(fee) !== 0 && !(isSpot && feeCurrency === base);
}

/** `rate`: the price of a fee in a third currency, where there is one. */
export function toTradeFill(row: FillRow, terms: SymbolTerms, rate: string | undefined): TradeFill {
  const { id, side, price, quantity, fee, feeCurrency, time } = row;
  const fill = { id: Number(id), side, price, quantity, time: time.getTime(), isBaseFee: false };
  if (!isThird(row, terms)) {
    return { ...fill, fee, isBaseFee: terms.isSpot && feeCurrency !== null && feeCurrency === terms.base };
  }
  if (rate === undefined) return { ...fill, fee: '0', feeApart: { currency: feeCurrency!, amount: fee } };
  return { ...fill, fee: writeDecimal(multiply(readDecimal(fee), readDecimal(rate))) };
}
