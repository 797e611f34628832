import { day, priceInput, runPrices } from '../../test/run-prices';
import { keyOfRequest } from '../known-data/data-request';
import { type DataOfRun } from '../known-data/known-data';
import { checkPortfolioLookahead } from './check-portfolio-lookahead';
import { portfolioNeeds } from './portfolio-warmup';
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
