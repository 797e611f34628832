import { type Evidence, reachVerdict } from './reach-verdict';

/** Each measure at its threshold of `holds_up`, as the contract has them, and the return just ahead. */
const AT_THE_THRESHOLDS: Evidence = {
  isOutOfSample: true,
  deflatedSharpeRatio: 0.95,
  probabilityOfBacktestOverfitting: 0.2,
  tStatistic: 2,
  trades: 30,
  totalReturn: 0.1001,
  benchmarkReturn: 0.1,
};
const NOTHING: Evidence = {
  isOutOfSample: true,
  deflatedSharpeRatio: null,
  probabilityOfBacktestOverfitting: null,
  tStatistic: null,
  trades: null,
  totalReturn: null,
  benchmarkReturn: null,
};
const levelOf = (evidence: Partial<Evidence>) => reachVerdict({ ...AT_THE_THRESHOLDS, ...evidence }).level;
const measuresOf = (evidence: Partial<Evidence>) =>
  reachVerdict({ ...AT_THE_THRESHOLDS, ...evidence }).reasons.map(({ measure }) => measure);

/** Every threshold is the contract's ("Verdict"). */
describe('the verdict', () => {
  it('is holds_up with every threshold met out of sample', () => {
    expect(levelOf({})).toBe('holds_up');
    expect(measuresOf({})).toEqual([
      'deflated_sharpe_ratio',
      'probability_of_backtest_overfitting',
      't_statistic',
      'trades',
      'total_return',
    ]);
  });

  it.each<[Partial<Evidence>, string]>([
    [{ deflatedSharpeRatio: 0.9499 }, 'deflated_sharpe_ratio'],
    [{ probabilityOfBacktestOverfitting: 0.2001 }, 'probability_of_backtest_overfitting'],
    [{ tStatistic: 1.999 }, 't_statistic'],
    [{ trades: 29 }, 'trades'],
    [{ totalReturn: 0.1 }, 'total_return'],
    [{ deflatedSharpeRatio: 0.5 }, 'deflated_sharpe_ratio'],
    [{ probabilityOfBacktestOverfitting: 0.4999 }, 'probability_of_backtest_overfitting'],
  ])('is inconclusive where one is missed: %j', (evidence, measure) => {
    expect(levelOf(evidence)).toBe('inconclusive');
    expect(measuresOf(evidence)).toEqual([measure]);
    expect(levelOf({ ...evidence, isOutOfSample: false })).toBe('inconclusive');
  });

  it.each<[Partial<Evidence>, string[]]>([
    [{ probabilityOfBacktestOverfitting: 0.5 }, ['probability_of_backtest_overfitting']],
    [{ deflatedSharpeRatio: 0.4999 }, ['deflated_sharpe_ratio']],
    [
      { probabilityOfBacktestOverfitting: 0.9, deflatedSharpeRatio: 0.1, trades: 0 },
      ['probability_of_backtest_overfitting', 'deflated_sharpe_ratio'],
    ],
  ])('is likely_luck for %j, whatever else is met', (evidence, measures) => {
    expect(levelOf(evidence)).toBe('likely_luck');
    expect(measuresOf(evidence)).toEqual(measures);
  });

  it('is at best not_refuted in sample, and says so', () => {
    expect(levelOf({ isOutOfSample: false })).toBe('not_refuted');
    expect(measuresOf({ isOutOfSample: false }).at(-1)).toBe('out_of_sample');
  });

  it('is not decided by what is null, in either direction', () => {
    for (const measure of [
      'deflatedSharpeRatio',
      'probabilityOfBacktestOverfitting',
      'tStatistic',
      'trades',
      'totalReturn',
      'benchmarkReturn',
    ]) {
      expect(levelOf({ [measure]: null })).toBe('not_refuted');
    }
    expect(reachVerdict({ ...NOTHING, trades: 40 }).level).toBe('not_refuted');
    expect(reachVerdict({ ...NOTHING, trades: 4 }).level).toBe('inconclusive');
    expect(reachVerdict(NOTHING).level).toBe('inconclusive');
  });

  it('gives each reason with its value, its threshold and a sentence', () => {
    const evidence = { ...AT_THE_THRESHOLDS, totalReturn: -0.123456, tStatistic: null };
    expect(reachVerdict(evidence).reasons).toEqual([
      {
        measure: 'total_return',
        value: -0.123456,
        threshold: 0.1,
        sentence: 'the total return, against the benchmark over the same bars, is -0.1235, not above 0.1',
      },
    ]);
    expect(reachVerdict({ ...evidence, totalReturn: 0.2 }).reasons[2]).toEqual({
      measure: 't_statistic',
      value: null,
      threshold: 2,
      sentence: 'the t statistic of the returns is not defined here and does not decide',
    });
  });
});
