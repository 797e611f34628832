import { DataSource } from 'typeorm';
import { SearchVerifications } from '#domain/parameter-search/search-verifications';
import { BACKTESTS, submitBacktest } from '../support/backtests';
import { expectError } from '../support/expect-error';
import {
  completedBacktest,
  completedSweep,
  completedWalkForward,
  IDEAS,
  linkRun,
  newIdea,
  newSweep,
  type ShownEvidence,
} from '../support/idea-evidence';
import { inShort } from '../support/in-short';
import { newKey, sendKeyed } from '../support/keyed-requests';
import { idsOf, pageOf } from '../support/pages';
import { completedPortfolio } from '../support/portfolios';
import { PORTFOLIOS } from '../support/portfolio-requests';
import { type RunningApi, startApi } from '../support/running-api';
import { SWEEP, WALK_FORWARD } from '../support/searches';

const FIELDS =
  'id kind run_id status strategy_name symbol exchange interval start_date end_date sharpe_ratio deflated_sharpe_ratio ' +
  'total_return max_drawdown trades verdict_level manually_edited note linked_at';

describe('the evidence of an idea', () => {
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

  const link = (kind: string, runId: number, fields?: object) => linkRun(api, ideaId, kind, runId, fields);
  const listed = async () => (await api.get(evidence)).body as { items: ShownEvidence[]; total: number };

  it('is a run of any kind with its request, its figures and its verdict, the last that was linked first', async () => {
    const ids: number[] = [];
    for (const complete of [completedBacktest, completedSweep, completedWalkForward, completedPortfolio])
      ids.push(await complete(api));
    const linked = [
      await link('backtest', ids[0], { note: 'first\nlook' }),
      await link('sweep', ids[1]),
      await link('walk-forward', ids[2], { note: null }),
      await link('portfolio', ids[3]),
    ];
    const request = {
      status: 'completed',
      strategy_name: 'sma_cross',
      symbol: 'SPX',
      exchange: null,
      interval: '1d',
      start_date: '2000-01-03',
      end_date: '2020-04-17',
      manually_edited: false,
    };
    // What support/backtests.ts, support/idea-evidence.ts and support/stored-report.ts store.
    expect(linked).toMatchObject([
      {
        ...{ ...request, kind: 'backtest', run_id: ids[0], note: 'first\nlook' },
        ...{ sharpe_ratio: 0.41, deflated_sharpe_ratio: null, total_return: 0.97, max_drawdown: 0.33 },
        ...{ trades: 2, verdict_level: 'likely_luck' },
      },
      {
        ...{ ...request, kind: 'sweep', run_id: ids[1], note: null },
        ...{ sharpe_ratio: 0.9, deflated_sharpe_ratio: 0.96, total_return: 0.55, max_drawdown: 0.2 },
        ...{ trades: 31, verdict_level: 'not_refuted' },
      },
      {
        ...{ ...request, kind: 'walk-forward', run_id: ids[2], note: null },
        ...{ sharpe_ratio: null, deflated_sharpe_ratio: 0.2, total_return: 0.12, max_drawdown: 0.15 },
        ...{ trades: 9, verdict_level: 'likely_luck' },
      },
      {
        ...{ ...request, kind: 'portfolio', run_id: ids[3], note: null },
        ...{ strategy_name: 'inverse_volatility', symbol: 'AAPL, MSFT', exchange: 'us' },
        ...{ start_date: '2010-01-04', end_date: '2019-12-31' },
        ...{ sharpe_ratio: 0.41, deflated_sharpe_ratio: null, total_return: 0.97, max_drawdown: 0.33 },
        ...{ trades: 2, verdict_level: 'likely_luck' },
      },
    ]);
    for (const item of linked) expect(Object.keys(item).sort()).toEqual(FIELDS.split(' ').sort());
    expect(await listed()).toEqual({ items: linked.reverse(), total: 4, page: 1, size: 20 });
  });

  it('is at the Location of its link, whose run may end later', async () => {
    const { id: runId } = await submitBacktest(api);
    const answer = await api.post(evidence, { kind: 'backtest', run_id: runId });
    expect([answer.status, answer.headers.location]).toEqual([201, `${evidence}/${answer.body.id}`]);
    expect(answer.body).toMatchObject({ status: 'pending', verdict_level: null, trades: null });
    expect((await api.get(answer.headers.location)).body).toEqual(answer.body);
    await api.patch(`${BACKTESTS}/${runId}`, { status: 'failed' });
    expect((await api.get(answer.headers.location)).body).toEqual({
      ...answer.body,
      status: 'failed',
      manually_edited: true,
    });
  });

  it('keeps its link when it is linked again, with the note that was given last', async () => {
    const run = await completedSweep(api);
    const first = await link('sweep', run, { note: 'one' });
    expect(await link('sweep', run)).toEqual(first);
    expect(await link('sweep', run, { note: 'two' })).toEqual({ ...first, note: 'two' });
    const other = await newIdea(api);
    const elsewhere = await api.post(`${IDEAS}/${other}/evidence`, { kind: 'sweep', run_id: run });
    expect([elsewhere.status, elsewhere.body.note]).toEqual([201, null]);
    expect((await listed()).items).toEqual([{ ...first, note: 'two' }]);
  });

  it('is linked once by requests with one Idempotency-Key', async () => {
    const body = { kind: 'backtest', run_id: await completedBacktest(api) };
    const key = newKey();
    const first = await sendKeyed(api.url, evidence, body, { key });
    expect([first.status, first.location]).toEqual([201, expect.stringContaining(`${evidence}/`)]);
    await api.delete(first.location!);
    expect(await sendKeyed(api.url, evidence, body, { key })).toEqual({ ...first, replayed: 'true' });
    expect((await listed()).total).toBe(0);
  });

  it.each(
    inShort<[object, RegExp]>([
      [{ kind: 'backtest', run_id: 999_999 }, /^run_id must be the id of a backtest that exists/],
      [{ kind: 'sweep', run_id: 2_147_483_647 }, /^run_id must be the id of a sweep/],
      [{ kind: 'walk-forward', run_id: 2_147_483_648 }, /^run_id must be an integer from 1 to 2147483647/],
      [{ kind: 'portfolio', run_id: 999_999 }, /^run_id must be the id of a portfolio run that exists/],
      [{ kind: 'walk_forward', run_id: 1 }, /^kind must be one of backtest, sweep, walk-forward, portfolio/],
      [{ kind: 'verification', run_id: 1 }, /^kind must be one of/],
      [{ kind: 'backtest', run_id: '1' }, /^run_id must be an integer/],
      [{ kind: 'backtest', run_id: 1.5 }, /^run_id/],
      [{ run_id: 1 }, /^kind is required/],
      [{ kind: 'backtest' }, /^run_id is required/],
      [{ kind: 'backtest', run_id: 999_999, note: 'a\u0000b' }, /^note must be a text .* without control/],
      [
        { kind: 'backtest', run_id: 999_999, note: 'x'.repeat(10_001) },
        /^note must be a text of up to 10000/,
      ],
      [{ kind: 'backtest', run_id: 999_999, notes: '' }, /notes is not a field of this body/],
    ]),
  )('is refused where it is %s', async (_, body, detail) => {
    expectError(await api.post(evidence, body), 422, detail);
    expect((await listed()).total).toBe(0);
  });

  it('is no search of another kind, and no verification', async () => {
    const sweep = await completedSweep(api);
    const forward = await completedWalkForward(api);
    const verifications = api.application.get(SearchVerifications, { strict: false });
    const verification = await verifications.begin(api.application.get(DataSource).manager, sweep);
    for (const [kind, run_id] of [
      ['sweep', forward],
      ['walk-forward', sweep],
      ['sweep', verification],
      ['walk-forward', verification],
    ]) {
      expectError(await api.post(evidence, { kind, run_id }), 422, /^run_id must be the id/);
    }
  });

  it('is 404 where there is no idea, no such link, or it is of another idea', async () => {
    const run = await completedBacktest(api);
    const { id } = await link('backtest', run);
    const other = await newIdea(api);
    for (const absent of ['999999', '0', '-1', '9'.repeat(30)]) {
      const path = `${IDEAS}/${absent}`;
      expectError(await api.get(`${path}/evidence`), 404, /^No strategy idea with/);
      expectError(
        await api.post(`${path}/evidence`, { kind: 'backtest', run_id: run }),
        404,
        /^No strategy idea/,
      );
      expectError(await api.get(`${path}/details`), 404, /^No strategy idea/);
      expectError(await api.get(`${evidence}/${absent}`), 404, /^No evidence of this idea with/);
      expectError(await api.delete(`${evidence}/${absent}`), 404, /^No evidence of this idea with/);
    }
    expectError(await api.get(`${IDEAS}/${other}/evidence/${id}`), 404, /^No evidence/);
    expectError(await api.delete(`${IDEAS}/${other}/evidence/${id}`), 404, /^No evidence/);
    expectError(await api.get(`${evidence}/x`), 422, /^evidence_id must be an integer/);
    expect((await listed()).total).toBe(1);
  });

  it('is removed without its run, and goes with its run and with its idea', async () => {
    const runs = [await completedBacktest(api), await completedSweep(api), await completedWalkForward(api)];
    const { run_id: portfolio } = await link('portfolio', await completedPortfolio(api));
    const [backtest, sweep] = [
      await link('backtest', runs[0]),
      await link('sweep', runs[1]),
      await link('walk-forward', runs[2]),
    ];
    expect((await api.delete(`${evidence}/${backtest.id}`)).status).toBe(204);
    expect((await api.get(`${BACKTESTS}/${runs[0]}`)).status).toBe(200);
    expect((await api.delete(`${WALK_FORWARD}/${runs[2]}`)).status).toBe(204);
    expect((await api.delete(`${PORTFOLIOS}/${portfolio}`)).status).toBe(204);
    expect((await listed()).items).toEqual([sweep]);
    expect((await api.delete(`${IDEAS}/${ideaId}`)).status).toBe(204);
    expect((await api.get(`${SWEEP}/${runs[1]}`)).status).toBe(200);
    const { rows } = await api.database.query('select from strategy_idea_evidence where idea_id = $1', [
      ideaId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is walked page by page while runs are linked and removed', async () => {
    const ids: number[] = [];
    for (let run = 0; run < 5; run++) ids.unshift((await link('backtest', await completedBacktest(api))).id);
    const first = await api.get(`${evidence}?size=2`);
    expect(pageOf(first)).toMatchObject({ total: 5, page: 1, size: 2 });
    expect(idsOf(pageOf(first))).toEqual(ids.slice(0, 2));
    await api.delete(`${evidence}/${ids[1]}`);
    await link('backtest', await completedBacktest(api));
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.link)![1];
    const second = await api.get(`${evidence}${next}`);
    expect(idsOf(pageOf(second))).toEqual(ids.slice(2, 4));
    expect(idsOf(pageOf(await api.get(`${evidence}?size=2&page=3`)))).toEqual(ids.slice(4));
    expect((await api.get(`${evidence}?kind=sweep`)).status).toBe(422);
  });

  it('is one link of many requests at once, and none of a run that is deleted at the same time', async () => {
    const run = await completedBacktest(api);
    const same = await Promise.all(Array.from({ length: 12 }, () => link('backtest', run)));
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    expect((await listed()).total).toBe(1);

    const runs = await Promise.all(Array.from({ length: 6 }, () => submitBacktest(api)));
    const answers = await Promise.all(
      runs.flatMap(({ id }) => [
        ...[1, 2].map(() => api.post(evidence, { kind: 'backtest', run_id: id }).then()),
        api.delete(`${BACKTESTS}/${id}`).then(),
      ]),
    );
    expect(answers.filter(({ status }) => ![201, 204, 422].includes(status))).toEqual([]);
    expect((await listed()).items.map(({ run_id }) => run_id)).toEqual([run]);
  });

  it('is removed by one of many requests at once', async () => {
    const { id } = await link('sweep', await newSweep(api));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.delete(`${evidence}/${id}`).then()),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
  });
});
