import { randomWalkCandles } from '../../test/random-walk-candles';
import { BacktestRefusal } from '../backtest/backtest-refusal';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { compileRules } from './compile-rules';
import { readRules } from './read-rules';
import { RuleEvaluation } from './rule-evaluation';
import { planRules } from './rule-plan';
import { conditionsOf } from './rule-set';

/** Counts what is really computed. */
class CountingMemo extends IndicatorMemo {
  readonly computed: string[] = [];

  override get(key: string, compute: () => Float64Array): Float64Array {
    return super.get(key, () => {
      this.computed.push(key);
      return compute();
    });
  }
}

describe('columns', () => {
  const candles = randomWalkCandles(500, 9);

  it('are computed once, however often rules say the same', () => {
    const memo = new CountingMemo();
    const { strategy } = compileRules({
      rules: {
        entry_long: {
          all: [{ gt: ['close', '$mean'] }, { gt: [{ sma: { period: 20, source: 'close' } }, 50] }],
        },
        exit_long: { lt: ['close', { sma: { source: 'close', period: 20 } }] },
      },
      vars: { mean: { sma: {} } },
    });
    strategy.signals(candles, {}, memo);
    expect(memo.computed).toHaveLength(1);
  });

  it('are shared between runs whose parameters leave them alone', () => {
    const memo = new CountingMemo();
    const { strategy } = compileRules({
      rules: {
        entry_long: { gt: [{ sma: { period: { param: 'fast' } } }, { sma: { period: { param: 'slow' } } }] },
      },
      fast: 10,
      slow: 30,
    });
    for (const fast of [5, 10, 15]) strategy.signals(candles, { fast, slow: 30 }, memo);
    expect(memo.computed).toHaveLength(4);
    strategy.signals(candles, { fast: 30, slow: 15 }, memo);
    expect(memo.computed).toHaveLength(4);
  });

  it('of several outputs are computed together', () => {
    const memo = new CountingMemo();
    const { strategy } = compileRules({
      rules: {
        entry_long: { lt: ['close', { bollinger: { output: 'lower' } }] },
        exit_long: { gt: ['close', { bollinger: { output: 'middle' } }] },
      },
    });
    const alone = strategy.signals(candles, {}, new IndicatorMemo());
    expect(strategy.signals(candles, {}, memo)).toEqual(alone);
    // Each has its entry in the memo; the band that no rule names has none.
    expect(new Set(memo.computed.map((key) => key.slice(-2)))).toEqual(new Set(['.0', '.2']));
  });

  it('of other values never share an entry', () => {
    const memo = new IndicatorMemo();
    const sources = [
      'close',
      'open',
      'hl2',
      { ref: ['close', 1] },
      { neg: 'close' },
      { add: ['close', 1] },
      { sma: { period: 3 } },
    ];
    for (const source of sources) {
      const rules = { entry_long: { gt: [{ sma: { source, period: 5 } }, { ema: { source, period: 5 } }] } };
      const { strategy } = compileRules({ rules });
      expect(strategy.signals(candles, {}, memo)).toEqual(strategy.signals(candles, {}, new IndicatorMemo()));
    }
  });

  it('leave the candles and each other alone', () => {
    const { strategy } = compileRules({
      rules: {
        entry_long: {
          gt: [
            { neg: { neg: { neg: 'close' } } },
            { sub: [{ ref: [{ sma: {} }, 3] }, { mul: ['close', 3] }] },
          ],
        },
        exit_long: { lt: [{ max: ['open', { abs: { sma: {} } }] }, 'hlc3'] },
      },
    });
    const memo = new IndicatorMemo();
    const first = strategy.signals(candles, {}, memo);
    expect(strategy.signals(candles, {}, memo)).toEqual(first);
    expect(candles).toEqual(randomWalkCandles(500, 9));
  });

  it('that would take more memory than there is are refused', () => {
    const evaluate = (condition: unknown, columns: number) => {
      const { rules } = readRules({ entry_long: condition }, undefined);
      const conditions = conditionsOf(rules);
      const plan = planRules(conditions);
      const bytes = columns * candles.length * Float64Array.BYTES_PER_ELEMENT;
      const evaluation = new RuleEvaluation(
        plan,
        candles,
        {},
        new IndicatorMemo(),
        undefined,
        undefined,
        bytes,
      );
      for (const rule of conditions) evaluation.useFlags(rule, (flags) => expect(flags).toHaveLength(500));
    };
    // A chain needs two columns at a time and one for the flags, whatever its length.
    const chain = { gt: [{ neg: { abs: { neg: { abs: { neg: { abs: 'close' } } } } } }, 0] };
    evaluate(chain, 2.125);
    expect(() => evaluate(chain, 2)).toThrow(BacktestRefusal);
    // Nine averages that all have to be there for the last sum do not fit into eight columns.
    const average = (period: number): unknown =>
      period === 9 ? { sma: { period } } : { add: [{ sma: { period } }, average(period + 1)] };
    expect(() => evaluate({ gt: [average(1), 0] }, 8)).toThrow('need more than the 0 MiB there are');
    evaluate({ gt: [average(1), 0] }, 12);
  });
});
