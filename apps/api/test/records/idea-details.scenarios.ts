import { BACKTESTS } from '../support/backtests';
import { expectError } from '../support/expect-error';
import {
  completedBacktest,
  completedSweep,
  completedWalkForward,
  IDEAS,
  linkRun,
  newIdea,
  type ShownEvidence,
} from '../support/idea-evidence';
import { type RunningApi, startApi } from '../support/running-api';
import { submitWalkForward, WALK_FORWARD } from '../support/searches';

interface ShownDetails {
  readonly best: ShownEvidence | null;
  readonly newest: ShownEvidence | null;
  readonly warnings: readonly string[];
}

const NO_EVIDENCE = {
  total: 0,
  backtests: 0,
  sweeps: 0,
  walk_forwards: 0,
  portfolios: 0,
  unfinished: 0,
  failed: 0,
  manually_edited: 0,
};

describe('the details of an idea', () => {
  let api: RunningApi;
  let ideaId: number;
  let evidence: string;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    ideaId = await newIdea(api);
    evidence = `${IDEAS}/${ideaId}/evidence`;
  });

  const link = (kind: string, runId: number) => linkRun(api, ideaId, kind, runId);
  const details = async () => (await api.get(`${IDEAS}/${ideaId}/details`)).body as ShownDetails;

  it('are nothing at first', async () => {
    expect(await details()).toEqual({
      id: ideaId,
      status: 'draft',
      evidence: NO_EVIDENCE,
      best: null,
      newest: null,
      journal_entries: 0,
      warnings: [],
    });
  });

  it('count the evidence, and show the best and the newest run with their verdicts', async () => {
    const deleted = await completedWalkForward(api, 'holds_up');
    await link('walk-forward', deleted);
    const sweep = await link('sweep', await completedSweep(api));
    const luck = await completedWalkForward(api);
    await link('walk-forward', luck);
    const backtest = await completedBacktest(api);
    await link('backtest', backtest);
    await api.patch(`${BACKTESTS}/${backtest}`, { sharpe_ratio: 99 });
    const pending = await link('walk-forward', (await submitWalkForward(api)).id);
    await api.delete(`${WALK_FORWARD}/${deleted}`);
    await api.database.query(
      `insert into trade_journal_entries (symbol, side, entry_price, idea_id)
       select 'X', 'buy', 1, $1 from generate_series(1, 3)`,
      [ideaId],
    );
    expect(await details()).toEqual({
      id: ideaId,
      status: 'draft',
      evidence: {
        ...NO_EVIDENCE,
        ...{ total: 4, backtests: 1, sweeps: 1, walk_forwards: 2, unfinished: 1, manually_edited: 1 },
      },
      best: { ...sweep, verdict: { level: 'not_refuted', reasons: [] } },
      newest: { ...pending, verdict: null },
      journal_entries: 3,
      warnings: [
        `walk-forward run ${pending.run_id} is not finished and does not count as evidence`,
        `backtest ${backtest} was edited by hand and does not count as evidence`,
      ],
    });
    await api.delete(`${evidence}/${sweep.id}`);
    expect((await details()).best).toMatchObject({
      run_id: luck,
      verdict: {
        level: 'likely_luck',
        reasons: [{ measure: 'deflated_sharpe_ratio', value: 0.2, threshold: 0.5, sentence: 'below' }],
      },
    });
  });

  it('do not count a run as edited whose name alone a client changed', async () => {
    const backtest = await completedBacktest(api);
    await api.patch(`${BACKTESTS}/${backtest}`, { strategy_name: 'renamed' });
    await link('backtest', backtest);
    expect(await details()).toMatchObject({
      best: { run_id: backtest, strategy_name: 'renamed', verdict: { level: 'likely_luck' } },
      warnings: [],
    });
  });

  it('warn of the status validated, which needs no evidence, while none has the verdict holds_up', async () => {
    await link('sweep', await completedSweep(api));
    const answer = await api.patch(`${IDEAS}/${ideaId}`, { status: ' Validated ' });
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([
      200,
      ['id', 'name', 'description', 'asset_class', 'status', 'created_at'],
    ]);
    expect(await details()).toMatchObject({
      status: ' Validated ',
      warnings: [expect.stringMatching(/^the status is validated, but no evidence has the verdict holds_up/)],
    });
    const holding = await link('walk-forward', await completedWalkForward(api, 'holds_up'));
    expect(await details()).toMatchObject({ best: { id: holding.id }, warnings: [] });
  });

  it('are those of a thousand runs at most, and name the first fifty that do not count', async () => {
    await api.database.query(
      `with run as (
         insert into backtests (strategy_name, symbol, interval, start_date, end_date)
         select 's', 'X', '1d', '2020-01-01', '2020-12-31' from generate_series(1, 1000) returning id)
       insert into strategy_idea_evidence (idea_id, backtest_id) select $1, id from run`,
      [ideaId],
    );
    const one = await completedBacktest(api);
    expectError(
      await api.post(evidence, { kind: 'backtest', run_id: one }),
      422,
      /^run_id cannot be linked: the idea has 1000 pieces of evidence/,
    );
    const { newest, warnings, ...shown } = await details();
    expect(shown).toMatchObject({
      evidence: { total: 1_000, backtests: 1_000, unfinished: 1_000 },
      best: null,
    });
    expect([warnings.length, warnings.at(-1)]).toEqual([51, 'and 950 more']);
    const { id, run_id } = newest!;
    expect((await link('backtest', run_id)).id).toBe(id);
    await api.delete(`${evidence}/${id}`);
    expect((await link('backtest', one)).run_id).toBe(one);
  });
});
