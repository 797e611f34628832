import type { EntityManager } from 'typeorm';
import { fillKey } from './fill-content';
import type { StatedFill } from './stated-fills';

const RECORD = `(id bigint, position_id integer, account text, exchange text, fill_id text, side text, price numeric,
  quantity numeric, fee numeric, fee_currency text, liquidity text, time timestamptz, sequence bigint,
  multiplier numeric, lot_size numeric, order_id text, strategy text, tags text[], stated_at timestamptz)`;

const VALUES = `position_id, side, price, quantity, fee, fee_currency, liquidity, time, sequence, multiplier, lot_size,
  order_id, strategy, tags, stated_at`;

type PositionOf = (fill: StatedFill) => number;

/**
 * The ids of those that were not stored yet; fewer where another transaction was first. In one order, so that two who insert the same
 * ones, into different positions, do not wait for each other.
 */
export async function insertFills(
  manager: EntityManager,
  fills: readonly StatedFill[],
  positionOf: PositionOf,
): Promise<Map<StatedFill, string>> {
  if (fills.length === 0) return new Map();
  const rows = await manager.query<{ id: string; account: string; exchange: string; fillId: string }[]>(
    `insert into fills (account, exchange, fill_id, ${VALUES})
     select account, exchange, fill_id, ${VALUES} from jsonb_to_recordset($1::jsonb) as stated ${RECORD}
     order by account, exchange, fill_id on conflict do nothing returning id, account, exchange, fill_id as "fillId"`,
    [toJson(fills, positionOf)],
  );
  const ids = new Map(rows.map((row) => [fillKey(row), row.id]));
  return new Map(
    fills.flatMap((fill) => {
      const id = ids.get(fillKey(fill.content));
      return id === undefined ? [] : [[fill, id] as const];
    }),
  );
}

/** The price of its fee is found again where it is that of another time or currency: a position names the one of the result. */
export async function updateFills(
  manager: EntityManager,
  fills: readonly StatedFill[],
  positionOf: PositionOf,
): Promise<void> {
  if (fills.length === 0) return;
  await manager.query(
    `update fills stored set (${VALUES}, fee_rate) =
       (${VALUES.replace(/\w+/g, 'stated.$&')},
        case when (stored.position_id, stored.fee_currency, stored.time)
            is not distinct from (stated.position_id, stated.fee_currency, stated.time)
          then stored.fee_rate end)
     from jsonb_to_recordset($1::jsonb) as stated ${RECORD} where stored.id = stated.id`,
    [toJson(fills, positionOf)],
  );
}

export async function insertRevisions(
  manager: EntityManager,
  replaced: readonly (Pick<StatedFill, 'revisions'> & { readonly id: string })[],
): Promise<void> {
  const rows = replaced.flatMap(({ id, revisions }) =>
    revisions.map(({ content, statedAt }) => ({ fill_id: id, content, stated_at: timeOf(statedAt) })),
  );
  if (rows.length === 0) return;
  await manager.query(
    `insert into fill_revisions (fill_id, content, stated_at)
     select * from jsonb_to_recordset($1::jsonb) as replaced (fill_id bigint, content jsonb, stated_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}

function toJson(fills: readonly StatedFill[], positionOf: PositionOf): string {
  return JSON.stringify(
    fills.map((fill) => {
      const { content, statedAt, stored } = fill;
      return {
        id: stored?.id,
        position_id: positionOf(fill),
        account: content.account,
        exchange: content.exchange,
        fill_id: content.fillId,
        side: content.side,
        price: content.price,
        quantity: content.quantity,
        fee: content.fee,
        fee_currency: content.feeCurrency,
        liquidity: content.liquidity,
        time: timeOf(content.time),
        sequence: content.sequence,
        multiplier: content.multiplier,
        lot_size: content.lotSize,
        order_id: content.orderId,
        strategy: content.strategy,
        tags: content.tags,
        stated_at: timeOf(statedAt),
      };
    }),
  );
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
