import type { EntityManager } from 'typeorm';
import type { Interval } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { recordEvents } from '../events/record-events';
import { StoredRegime } from './stored-regime.entity';

const KEY = ['exchange', 'symbol', 'interval'];

/** With its history as JSON text: 200,000 labels would hold an event loop up while they are spelled. */
export type SpelledRegime = Omit<StoredRegime, 'stateHistory'> & { readonly stateHistory: string };

type RegimeName = Pick<StoredRegime, 'exchange' | 'symbol' | 'interval'>;

/** Stores what was computed in place of what was before; with an event where the regime is not the one that was stored. */
export async function storeRegime(manager: EntityManager, computed: SpelledRegime): Promise<void> {
  const { exchange, symbol, regime, confidence, computedAt } = computed;
  const name = { exchange, symbol, interval: computed.interval as Interval };
  const before = await replace(manager, computed, name);
  if (before?.regime === regime) return;
  const change = { regime, previous_regime: before?.regime ?? null, confidence };
  const computed_at = formatDateTime(computedAt.getTime());
  await recordEvents(manager.dataSource, manager, 'regime.changed', [{ ...name, ...change, computed_at }]);
}

/** What was stored before; undefined where nothing was. Of two that are the first at once, one is. */
async function replace(
  manager: EntityManager,
  computed: SpelledRegime,
  name: RegimeName,
): Promise<Pick<StoredRegime, 'regime'> | undefined> {
  const lock = () =>
    manager.findOne(StoredRegime, {
      select: { exchange: true, symbol: true, interval: true, regime: true },
      where: name,
      lock: { mode: 'pessimistic_write' },
    });
  let before = await lock();
  if (!before) {
    const inserted = await insertion(manager, computed).orIgnore().returning('regime').execute();
    if ((inserted.raw as unknown[]).length > 0) return undefined;
    before = await lock();
  }
  const columns = manager.dataSource
    .getMetadata(StoredRegime)
    .columns.map(({ databaseName }) => databaseName);
  await insertion(manager, computed).orUpdate(columns, KEY).execute();
  return before ?? undefined;
}

function insertion(manager: EntityManager, { stateHistory, ...computed }: SpelledRegime) {
  return manager
    .createQueryBuilder()
    .insert()
    .into(StoredRegime)
    .values({ ...computed, stateHistory: () => ':stateHistory' })
    .setParameter('stateHistory', stateHistory)
    .updateEntity(false);
}

/** What is answered of a stored one. */
export type ShownRegime = RegimeName &
  Pick<SpelledRegime, 'regime' | 'confidence' | 'computedAt' | 'stateHistory'>;

export async function findShownRegime(
  manager: EntityManager,
  { exchange, symbol, interval }: RegimeName,
): Promise<ShownRegime | undefined> {
  const rows = await manager.query<ShownRegime[]>(
    `select exchange, symbol, interval, regime, confidence, computed_at as "computedAt", state_history::text as "stateHistory"
     from stored_regimes where exchange = $1 and symbol = $2 and interval = $3`,
    [exchange, symbol, interval],
  );
  return rows.at(0);
}
