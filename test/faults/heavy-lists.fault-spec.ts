import { storedWalkForward } from '../../apps/api/test/support/stored-report';
import { AUTHORIZATION } from './support/authorization';
import { FaultStage } from './support/fault-stage';
import { residentMebibytes } from './support/resident-memory';
import { IS_SHORT, report } from './support/scale';

const RUNS = IS_SHORT ? 120 : 1_000;
/** Of parameters or of a result: as large as a body could once be. */
const HEAVY_BYTES = 950_000;
const MOST_MEBIBYTES = 400;
const LISTS = ['backtesting', 'backtesting/walk-forward'] as const;
const LISTS_AT_ONCE = 6;

describe('lists over heavy rows', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open();
  });
  afterAll(() => stage.close());

  it('read what they show, and not the rows', async () => {
    const { url, process } = await stage.startApi();
    const heavy = `jsonb_build_object('rules', repeat('a', ${HEAVY_BYTES}))`;
    await stage.query(
      `insert into backtests (strategy_name, symbol, interval, start_date, end_date, parameters, execution, status)
       select 'custom', 'X', '1d', '2020-01-01', '2020-02-01', ${heavy}, '{}', 'failed' from generate_series(1, ${RUNS})`,
    );
    await stage.query(
      `insert into parameter_searches (kind, strategy_name, symbol, interval, start_date, end_date, settings, status, result)
       select 'walk_forward', 'custom', 'X', '1d', '2020-01-01', '2020-02-01', '{"objective": "sharpe_ratio"}', 'completed',
         jsonb_set($1, '{windows,0,bestParameters}', ${heavy})
       from generate_series(1, ${RUNS})`,
      [JSON.stringify(storedWalkForward())],
    );
    let most = 0;
    for (const list of LISTS) {
      const answers = await Promise.all(
        Array.from({ length: LISTS_AT_ONCE }, async () => {
          const response = await fetch(`${url}/api/v1/${list}?size=1000`, {
            headers: { authorization: AUTHORIZATION },
          });
          return ((await response.json()) as { items: unknown[] }).items.length;
        }),
      );
      expect(answers).toEqual(answers.map(() => RUNS));
      most = Math.max(most, await residentMebibytes(process));
    }
    report(
      `${LISTS_AT_ONCE} lists at once of ${RUNS} rows of ${HEAVY_BYTES} bytes: ${most.toFixed(0)} MiB resident ` +
        `(goal below ${MOST_MEBIBYTES})`,
    );
    expect(most).toBeLessThan(MOST_MEBIBYTES);
  });
});
