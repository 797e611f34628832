import type { EntityManager } from 'typeorm';
import type { Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { recordEvents } from '../events/record-events';
import { StoredRegime } from './stored-regime.entity';

/** Stores what was computed in place of what was before; with an event where the regime is not the one that was stored. */
export async function storeRegime(manager: EntityManager, stored: StoredRegime): Promise<void> {
  const { exchange, symbol, regime, confidence, computedAt } = stored;
  const name = { exchange, symbol, interval: stored.interval as Interval };
  const before = await manager.findOne(StoredRegime, {
    select: { exchange: true, symbol: true, interval: true, regime: true },
    where: name,
    lock: { mode: 'pessimistic_write' },
  });
  await manager.upsert(StoredRegime, stored, ['exchange', 'symbol', 'interval']);
  if (before?.regime === regime) return;
  const change = { regime, previous_regime: before?.regime ?? null, confidence };
  const computed_at = formatDateTime(computedAt.getTime());
  await recordEvents(manager.dataSource, manager, 'regime.changed', [{ ...name, ...change, computed_at }]);
}
