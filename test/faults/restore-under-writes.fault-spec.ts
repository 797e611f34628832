import { startTcpProxy, type TcpProxy } from '../../apps/api/test/support/tcp-proxy';
import { CandleWriters, WRITTEN_EXCHANGE } from './support/candle-writers';
import { DurablePostgres } from './support/durable-postgres';
import { FaultStage } from './support/fault-stage';
import { IS_SHORT, report } from './support/scale';
import { findWrongCounters } from './support/series-counters';

const SWAPS = IS_SHORT ? 3 : 12;
const WRITERS = 8;
const WRITES_BETWEEN_SWAPS = 100;

/** A role that both servers know. */
const [ROLE, PASSWORD] = ['restored', 'the-password-of-both'];

describe('databases exchanged at one address while candles are written', () => {
  let stage: FaultStage;
  let restored: DurablePostgres;
  let proxy: TcpProxy;
  beforeAll(async () => {
    [stage, restored] = await Promise.all([FaultStage.open(), DurablePostgres.start()]);
    for (const [database, direction] of [
      [stage.postgres, 'asc'],
      [restored, 'desc'],
    ] as const) {
      await database.query(`create role ${ROLE} superuser login password '${PASSWORD}'`);
      // The same series under other ids.
      await database.query(
        `insert into series (exchange, symbol, interval, calendar)
         select $1, 'W' || writer, '1m', '24x7' from generate_series(0, $2 - 1) writer order by writer ${direction}`,
        [WRITTEN_EXCHANGE, WRITERS],
      );
    }
    proxy = await startTcpProxy(stage.postgres.url);
  });
  afterAll(async () => {
    await proxy.close();
    await stage.close();
    await restored.close();
  });

  it('stores every candle that is answered 201 in its own series, and none elsewhere', async () => {
    const url = new URL(proxy.url);
    Object.assign(url, { username: ROLE, password: PASSWORD });
    const api = await stage.startApi({ DATABASE_URL: url.href });
    const writers = new CandleWriters([api.url], WRITERS);

    await writers.more(WRITES_BETWEEN_SWAPS);
    for (let swap = 0; swap < SWAPS; swap++) {
      await proxy.cut();
      proxy.retarget((swap % 2 === 0 ? restored : stage.postgres).url);
      await proxy.restore();
      await writers.more(WRITES_BETWEEN_SWAPS);
    }
    await writers.stop();

    expect(await writers.findLosses(stage.postgres, restored)).toEqual([]);
    expect([...writers.answers.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(await findWrongCounters(stage.postgres)).toEqual([]);
    expect(await findWrongCounters(restored)).toEqual([]);
    report(
      `${SWAPS} exchanges: ${writers.stored} candles stored, ${writers.answers.get(503) ?? 0} times 503, ` +
        `longest time without a 201 ${(writers.longestPause / 1000).toFixed(1)} s`,
    );
  });
});
