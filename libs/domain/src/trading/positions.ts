import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { Position } from './position.entity';

export type PositionName = Pick<Position, 'account' | 'exchange' | 'symbol' | 'side'>;

export type LockedPosition = PositionName & Pick<Position, 'id' | 'matching' | 'quantity' | 'averagePrice'>;

const COLUMNS = 'id, account, exchange, symbol, side, matching, quantity, average_price as "averagePrice"';

/** Rows of positions as locks: whoever changes fills of a position, or what is made of them, holds its row. */
@Injectable()
export class Positions {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** Finds or makes the positions, and answers their ids by `positionKey`. */
  async idsOf(manager: EntityManager, names: readonly PositionName[]): Promise<Map<string, number>> {
    const distinct = [...new Map(names.map((name) => [positionKey(name), name])).entries()].sort(
      ([a], [b]) => (a < b ? -1 : 1),
    );
    const parameters = (some: readonly (readonly [string, PositionName])[]) => [
      some.map(([, { account }]) => account),
      some.map(([, { exchange }]) => exchange),
      some.map(([, { symbol }]) => symbol),
      some.map(([, { side }]) => side),
    ];
    const find = async (some: typeof distinct) => {
      const rows = await manager.query<(PositionName & { id: number })[]>(
        `select id, account, exchange, symbol, side
         from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as named (account, exchange, symbol, side)
         join positions using (account, exchange, symbol, side)`,
        parameters(some),
      );
      return rows.map((row) => [positionKey(row), row.id] as const);
    };
    const ids = new Map(await find(distinct));
    const missing = distinct.filter(([key]) => !ids.has(key));
    if (missing.length === 0) return ids;
    // In one order, so that two who insert the same ones do not wait for each other.
    await manager.query(
      `insert into positions (account, exchange, symbol, side, matching)
       select account, exchange, symbol, side, $5
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as missing (account, exchange, symbol, side, n)
       order by n on conflict do nothing`,
      [...parameters(missing), this.environment.tradeMatching],
    );
    for (const [key, id] of await find(missing)) ids.set(key, id);
    return ids;
  }

  async lock(manager: EntityManager, ids: readonly number[]): Promise<LockedPosition[]> {
    return manager.query<LockedPosition[]>(
      `select ${COLUMNS} from positions where id = any($1) order by id for update`,
      [ids],
    );
  }
}

export function positionKey({ account, exchange, symbol, side }: PositionName): string {
  return JSON.stringify([account, exchange, symbol, side]);
}
