import { randomWalkCandles } from '../../test/random-walk-candles';
import { run } from '../../test/run-scripted';
import { barCloses } from '../calendar/bar-closes';
import { aggregateColumns } from '../market/aggregate-columns';
import { compileRules } from '../rules/compile-rules';
import { planSweep } from '../validation/validation-plan';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { keyOfRequest } from './data-request';

describe('averages of other candles', () => {
  const candles = randomWalkCandles(600, 5, 3_600);
  const seconds = 4 * 3_600;
  const longer = aggregateColumns(candles, { fromSeconds: 3_600, toSeconds: seconds, calendar: '24x7' });
  const closeTime = barCloses(longer.candles.openTime, seconds, '24x7');
  const known = {
    kind: 'candles',
    candles: longer.candles,
    closeTime,
    intervalSeconds: seconds,
    calendar: '24x7',
  } as const;
  const data = new Map([[keyOfRequest({ kind: 'candles', interval: '4h' }), known]]);

  const warningsFrom = (tradeFrom: number, value: object) => {
    const { strategy } = compileRules({ rules: { entry_long: { gt: ['close', value] } } });
    const { warnings } = run(candles, strategy, {}, { intervalSeconds: 3_600, data, tradeFrom });
    return warnings.filter((warning) => warning.startsWith('only'));
  };

  it('that have not settled by the first bar are said', () => {
    const average = { ema: { period: 5, interval: '4h' } };
    // By hand: 4 bars to the first value, 57 that keep 2/3 each until 1e-10 is left, and one more; one bar is four of the run's.
    expect(warningsFrom(4 * 50, average)).toEqual([
      'only 49 of the 62 candles of 4h that averages settle on exist before the range: ' +
        'their first values depend on where the stored candles begin',
    ]);
    expect(warningsFrom(4 * 63, average)).toEqual([]);
  });

  it('are said of a search, by the combination that looks back the longest', () => {
    const average = { ema: { period: { param: 'period' }, interval: '4h' } };
    const { strategy } = compileRules({ rules: { entry_long: { gt: ['close', average] } }, period: 3 });
    const setting = { candles, intervalSeconds: 3_600, calendar: '24x7', strategy, data } as const;
    const combinations = [3, 5, 4].map((period) => ({ period }));
    const { warnings } = planSweep(
      { ...setting, execution: PLAIN_EXECUTION },
      { combinations, skipped: 0 },
      4 * 50,
      { objective: 'sharpe_ratio', minimumTrades: 0 },
    );
    expect(warnings.filter((warning) => warning.startsWith('only'))).toEqual([
      'only 49 of the 62 candles of 4h that averages settle on exist before the range: ' +
        'their first values depend on where the stored candles begin',
    ]);
  });

  it('over windows have nothing to settle', () => {
    expect(warningsFrom(4 * 50, { sma: { period: 5, interval: '4h' } })).toEqual([]);
  });
});
