import type { EntityManager } from 'typeorm';
import { contentKey, type FillContent, fillKey } from './fill-content';
import type { Fill } from './fill.entity';
import type { Position } from './position.entity';

/** A fill as it is stored, and all that was ever stated of it. */
export interface KnownFill {
  readonly id: string;
  readonly positionId: number;
  readonly content: FillContent;
  readonly statedAt: number | undefined;
  readonly known: Set<string>;
}

type Row = Omit<Fill, 'position' | 'receivedAt' | 'feeRate'> &
  Pick<Position, 'symbol'> & { positionSide: Position['side'] };

/** The stored ones among fills, by their keys. */
export async function findKnownFills(
  manager: EntityManager,
  contents: readonly FillContent[],
): Promise<Map<string, KnownFill>> {
  const rows = await manager.query<Row[]>(
    `select stored.id, stored.position_id as "positionId", position.symbol, position.side as "positionSide",
       stored.account, stored.exchange, stored.fill_id as "fillId", stored.side, stored.price, stored.quantity,
       stored.fee, stored.fee_currency as "feeCurrency", stored.liquidity, stored.time, stored.sequence,
       stored.multiplier, stored.lot_size as "lotSize", stored.order_id as "orderId", stored.strategy, stored.tags, stored.stated_at as "statedAt"
     from (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as named (account, exchange, fill_id)
     join fills stored using (account, exchange, fill_id) join positions position on position.id = stored.position_id`,
    [
      contents.map(({ account }) => account),
      contents.map(({ exchange }) => exchange),
      contents.map(({ fillId }) => fillId),
    ],
  );
  const revisions = await manager.query<{ fillId: string; content: FillContent }[]>(
    'select fill_id as "fillId", content from fill_revisions where fill_id = any($1::bigint[])',
    [rows.map(({ id }) => id)],
  );
  const known = new Map(
    rows.map(({ id, positionId, statedAt, time, sequence, ...rest }): [string, KnownFill] => {
      const content = { ...rest, time: time.getTime(), sequence: Number(sequence) };
      return [
        id,
        { id, positionId, content, statedAt: statedAt?.getTime(), known: new Set([contentKey(content)]) },
      ];
    }),
  );
  for (const { fillId, content } of revisions) known.get(fillId)!.known.add(contentKey(content));
  return new Map([...known.values()].map((fill) => [fillKey(fill.content), fill]));
}
