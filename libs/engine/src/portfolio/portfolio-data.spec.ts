import { day, priceInput, runPrices } from '../../test/run-prices';
import { keyOfRequest } from '../known-data/data-request';
import { type DataOfRun } from '../known-data/known-data';
import { checkPortfolioLookahead } from './check-portfolio-lookahead';
import { readPortfolioSearch } from '../portfolio-search/portfolio-search';
import { portfolioTrials } from '../portfolio-search/portfolio-trials';
import { planSweep } from '../validation/validation-plan';
import { portfolioNeeds } from './data-readers';
import { runPortfolio } from './run-portfolio';

// Every expected value of this file is worked out by hand from the rules of docs/guide/portfolios.md.

const COLUMN = { kind: 'column', dataset: 'model', column: 'x' } as const;
const X = { column: 'model.x' };

/** Of a member: values that become known at the closes of the bars 0, 1, 2 …, null where there is none. */
const known = (values: readonly (number | null)[]): { data: DataOfRun } => {
  const time = Float64Array.from(values, (_, bar) => day(bar));
  const rows = {
    kind: 'rows',
    time,
    knownAt: time.map((open) => open + 86_400_000),
    value: Float64Array.from(values, (value) => value ?? NaN),
  } as const;
  return { data: new Map([[keyOfRequest(COLUMN), rows]]) };
};

const flat = [100, 100, 100, 100, 100, 100];
const prices = { A: flat, B: flat, C: flat };
const daily = { rebalance: { bars: 1 } };
const targetsOf = ({ rebalancings }: ReturnType<typeof runPrices>) =>
  rebalancings.map(({ decidedAt, target }) => [(decidedAt - day(1)) / 86_400_000, ...target]);

describe('a column of a dataset', () => {
  const members = {
    A: known([null, 3, 1, 1, 1, 1]),
    B: known([null, 2, 2, 2, 2, 2]),
    C: known([null, null, 3, 3, 0, 0]),
  };

  it('ranks the members that have a value at the close of the decision', () => {
    const ranking = { by: { rule: X }, top: 1 };
    // At the close of bar 1 A is highest, of bar 2 C; C falls back at bar 4, which B tops. Bar 0 knows nothing.
    expect(targetsOf(runPrices(prices, { ranking, ...daily }, { members })).slice(0, 4)).toEqual([
      [1, 1, 0, 0],
      [2, 0, 0, 1],
      [3, 0, 0, 1],
      [4, 0, 1, 0],
    ]);
  });

  it('gives the weights, without shorts where they are off, and all cash where all are 0', () => {
    const given = {
      A: known([null, 0.5, 0.25, 0, 0.5, 0.5]),
      B: known([null, 0.25, -0.5, 0, 0.75, 0.75]),
      C: known([null, null, 0.25, 0, null, null]),
    };
    const request = { weights: { method: 'given', rule: X }, ...daily };
    const withShorts = runPrices(prices, request, { members: given });
    expect(targetsOf(withShorts).slice(0, 3)).toEqual([
      [1, 0.5, 0.25, 0],
      [2, 0.25, -0.5, 0.25],
      [3, 0, 0, 0],
    ]);
    // 0.5 and 0.75 add up to more than there is: nothing is decided.
    expect(withShorts.rebalancings).toHaveLength(3);
    expect(withShorts.warnings.join()).toContain('the weights add up to 1.25');
    const longOnly = { ...request, execution: { allow_short: false } };
    expect(targetsOf(runPrices(prices, longOnly, { members: given }))[1]).toEqual([2, 0.25, 0, 0.25]);
  });

  it('is said to be of the dataset alone, and from when on each member has a value', () => {
    const ranking = { by: { rule: X }, top: 1 };
    // A and B know one from the close of bar 1, C from that of bar 2; all three until the end.
    expect(
      runPrices(prices, { ranking, ...daily }, { members }).warnings.filter((each) => each.includes('model')),
    ).toEqual([
      'A, B: model.x is known from the close of the bar of 2020-01-02T00:00:00Z on: the rules wait for it',
      'A, B, C: model says itself when its rows were known: a time that is too early is look-ahead that no check finds',
      'C: model.x is known from the close of the bar of 2020-01-03T00:00:00Z on: the rules wait for it',
    ]);
    const given = { weights: { method: 'given', rule: { div: [X, 10] } }, ...daily };
    expect(runPrices(prices, given, { members }).warnings.join()).toContain('C: model.x is known from');
    const rules = {
      rules: {
        strategy_name: 'custom',
        max_open_positions: 2,
        parameters: { rules: { entry_long: { gt: [X, 2] } } },
      },
    };
    expect(runPrices(prices, rules, { members }).warnings.join()).toContain('C: model.x is known from');
  });

  it('is said by a search as by a run', () => {
    const request = { ranking: { by: { rule: X }, top: 1 }, ...daily };
    const longer = Object.fromEntries(Object.entries(prices).map(([name, of]) => [name, [...of, ...of]]));
    const input = priceInput(longer, request, { members });
    const search = readPortfolioSearch(request, input.members);
    if ('problems' in search) throw new Error(JSON.stringify(search.problems));
    const trials = portfolioTrials(input, search.settingsOf);
    const { warnings } = planSweep(trials, { combinations: [{ 'ranking.top': 2 }], skipped: 0 }, 0, {
      objective: 'total_return',
      minimumTrades: 0,
    });
    expect(warnings.join()).toContain('C: model.x is known from the close of the bar of 2020-01-03');
  });

  it('is truncated with the candles by the look-ahead check', () => {
    for (const allocation of [
      { ranking: { by: { rule: X }, top: 1 } },
      { weights: { method: 'given', rule: { div: [X, 10] } } },
    ]) {
      const input = priceInput(prices, { ...allocation, ...daily }, { members });
      const result = runPortfolio(input);
      expect(checkPortfolioLookahead(input, result)).toMatchObject({ passed: true });
      // Rows that say later that they were known: what was decided could not know them.
      const late = input.members.map((member) => {
        const [[key, rows]] = member.data!;
        if (rows.kind !== 'rows') throw new Error('rows were given');
        const knownAt = rows.knownAt.map((time) => time + 86_400_000);
        return { ...member, data: new Map([[key, { ...rows, knownAt }]]) };
      });
      expect(checkPortfolioLookahead({ ...input, members: late }, result)).toMatchObject({ passed: false });
    }
  });

  it('is what the request says that it needs', () => {
    const needsOf = (request: Readonly<Record<string, unknown>>) =>
      portfolioNeeds(priceInput(prices, request).settings);
    expect(needsOf({ ranking: { by: { rule: X }, top: 1 } })).toEqual([
      { request: COLUMN, path: 'ranking.by.rule', warmupBars: 0 },
    ]);
    expect(needsOf({ weights: { method: 'given', rule: { mul: [X, 0.5] } } })).toEqual([
      { request: COLUMN, path: 'weights.rule.mul[0]', warmupBars: 0 },
    ]);
    expect(() => needsOf({ weights: { method: 'equal', rule: X } })).toThrow('weights.rule');
  });
});
