import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PositionRecord } from '#engine/trades/fill-record';
import type { TradingMessage } from '#engine/trades/trading-message';
import { positionKey, type PositionName, Positions } from './positions';
import type { FillOutcome } from './stated-fills';

/** Stores what accounts report of their positions, next to what is computed from their fills. */
@Injectable()
export class PositionReports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly positions: Positions,
  ) {}

  /**
   * The outcomes in the order of the messages. The report of the latest time counts, and of several with one time the last one that says
   * something else. `inserted`: the first report of a position.
   */
  async report(messages: readonly TradingMessage<PositionRecord>[]): Promise<readonly FillOutcome[]> {
    const reports = messages.map(({ content }) => {
      const { account, exchange, symbol, position_side: side = 'net' } = content;
      const name: PositionName = { account, exchange, symbol, side };
      return { name, content };
    });
    return this.dataSource.transaction(async (manager) => {
      const ids = await this.positions.idsOf(
        manager,
        reports.map(({ name }) => name),
      );
      await this.positions.lock(manager, [...ids.values()]);
      const rows = await manager.query<
        { id: number; quantity: string; averagePrice: string | null; time: Date }[]
      >(
        `select id, reported_quantity as quantity, reported_average_price as "averagePrice", reported_at as time
         from positions where id = any($1) and reported_at is not null`,
        [[...ids.values()]],
      );
      const latest = new Map(
        rows.map(({ id, time, quantity, averagePrice }) => [
          id,
          { quantity, averagePrice, time: time.getTime() },
        ]),
      );
      const changed = new Set<number>();
      const outcomes = reports.map(({ name, content }): FillOutcome => {
        const id = ids.get(positionKey(name))!;
        const { quantity, average_price: averagePrice = null, time } = content;
        const known = latest.get(id);
        const isKnown =
          known &&
          (time < known.time ||
            (time === known.time && quantity === known.quantity && averagePrice === known.averagePrice));
        if (isKnown) return 'unchanged';
        latest.set(id, { quantity, averagePrice, time });
        changed.add(id);
        return known ? 'updated' : 'inserted';
      });
      await manager.query(
        `update positions set reported_quantity = report.quantity, reported_average_price = report.average_price,
           reported_at = report.time
         from jsonb_to_recordset($1::jsonb) as report (id integer, quantity numeric, average_price numeric, time timestamptz)
         where positions.id = report.id`,
        [
          JSON.stringify(
            [...changed].map((id) => {
              const { quantity, averagePrice, time } = latest.get(id)!;
              return { id, quantity, average_price: averagePrice, time: new Date(time).toISOString() };
            }),
          ),
        ],
      );
      return outcomes;
    });
  }
}
