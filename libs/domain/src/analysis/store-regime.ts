import type { EntityManager } from 'typeorm';
import type { Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { recordEvents } from '../events/record-events';
import { StoredRegime } from './stored-regime.entity';

/** Stores what was computed in place of what was before; with an event where the regime is not the one that was stored. */
export async function storeRegime(manager: EntityManager, stored: StoredRegime): Promise<void> {
  const { exchange, symbol, regime, confidence, computedAt } = stored;
  const name = { exchange, symbol, interval: stored.interval as Interval };
  const before = await replace(manager, stored, name);
  if (before?.regime === regime) return;
  const change = { regime, previous_regime: before?.regime ?? null, confidence };
  const computed_at = formatDateTime(computedAt.getTime());
  await recordEvents(manager.dataSource, manager, 'regime.changed', [{ ...name, ...change, computed_at }]);
}

/** What was stored before; undefined where nothing was. Of two that are the first at once, one is. */
async function replace(
  manager: EntityManager,
  stored: StoredRegime,
  name: Pick<StoredRegime, 'exchange' | 'symbol' | 'interval'>,
): Promise<Pick<StoredRegime, 'regime'> | undefined> {
  const lock = () =>
    manager.findOne(StoredRegime, {
      select: { exchange: true, symbol: true, interval: true, regime: true },
      where: name,
      lock: { mode: 'pessimistic_write' },
    });
  let before = await lock();
  if (!before) {
    const insert = manager.createQueryBuilder().insert().into(StoredRegime).values(stored).orIgnore();
    const inserted = await insert.returning('regime').execute();
    if ((inserted.raw as unknown[]).length > 0) return undefined;
    before = await lock();
  }
  await manager.upsert(StoredRegime, stored, ['exchange', 'symbol', 'interval']);
  return before ?? undefined;
}
