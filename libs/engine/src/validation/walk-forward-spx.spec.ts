import { readFixture } from '../../test/read-fixture';
import { readSpxCandles } from '../../test/spx-candles';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { resolveStrategy } from '../strategies/registry';
import { assembleWalkForward, type WindowFigures } from './assemble-walk-forward';
import { allCombinations, readParameterGrid } from './parameter-grid';
import { planWindows } from './plan-windows';
import { runCombinations } from './run-combinations';
import { chunkSearch } from './search-chunks';
import { planWalkForward } from './validation-plan';
import { type WalkForwardMode } from './walk-forward-windows';

interface PeerFigures {
  readonly sharpe_ratio: number | null;
  readonly total_return: number;
  readonly max_drawdown: number;
  readonly trades: number;
}

/**
 * A whole walk-forward of sma_cross on the S&P 500 by numpy, pandas, scipy and skfolio, which share no code with the
 * engine; the fixture names the command and the versions.
 */
const PEER = readFixture('validation', 'walk-forward-spx') as {
  readonly setting: {
    readonly fast: readonly number[];
    readonly slow: readonly number[];
    readonly fee: number;
    readonly slippage: number;
    readonly first_bar: number;
    readonly splits: number;
    readonly gap: number;
    readonly minimum_trades: number;
  };
  readonly combinations: readonly (readonly [number, number])[];
  readonly results: readonly {
    readonly mode: WalkForwardMode;
    readonly windows: readonly {
      readonly train: readonly [number, number];
      readonly test: readonly [number, number];
      readonly fast: number;
      readonly slow: number;
      readonly in_sample: PeerFigures;
      readonly out_of_sample: PeerFigures;
    }[];
    readonly out_of_sample: PeerFigures;
    readonly t_statistic: number;
    readonly walk_forward_efficiency: number;
    readonly consistency: number;
    readonly coefficients_of_variation: readonly [number, number];
    readonly probabilistic_sharpe_ratio: number;
    readonly deflated_sharpe_ratio: number;
    readonly min_track_record_length: number;
    readonly overfitting: {
      readonly probability: number;
      readonly probability_of_loss: number;
      readonly slope: number;
    };
  }[];
};

const close = (expected: number | null) =>
  expected === null ? null : (expect.closeTo(expected, 9) as number);

function figures(peer: PeerFigures): WindowFigures {
  return {
    sharpeRatio: close(peer.sharpe_ratio),
    totalReturn: close(peer.total_return)!,
    maxDrawdown: close(peer.max_drawdown)!,
    trades: peer.trades,
  };
}

describe.each(PEER.results)('$mode walk-forward of sma_cross on the S&P 500', (peer) => {
  const {
    fast,
    slow,
    fee,
    slippage,
    first_bar: firstBar,
    splits,
    gap,
    minimum_trades: minimumTrades,
  } = PEER.setting;
  const candles = readSpxCandles();
  const { strategy, parameters } = resolveStrategy('sma_cross', {});
  const setting = {
    candles,
    intervalSeconds: 86_400,
    calendar: 'XNYS',
    strategy,
    execution: { ...PLAIN_EXECUTION, takerFeeRate: fee, slippageRate: slippage },
  } as const;
  const windows = planWindows(candles, firstBar, {
    mode: peer.mode,
    lengths: { splits },
    purgeBars: 1,
    embargoBars: gap - 1,
  });
  const tried = allCombinations(readParameterGrid(strategy, parameters, [], { fast, slow }));
  const plan = planWalkForward(setting, tried, windows, { objective: 'sharpe_ratio', minimumTrades });
  const indicators = new IndicatorMemo();
  const results = chunkSearch(plan, 4).map((chunk) => runCombinations(plan, chunk, indicators));
  const result = assembleWalkForward(plan, results, indicators);

  it('tries the same combinations in the same windows', () => {
    expect(tried.combinations.map((one) => [one.fast, one.slow])).toEqual(PEER.combinations);
    expect(windows.windows).toEqual(
      peer.windows.map(({ train, test }) => ({
        trainFrom: train[0],
        trainTo: train[1],
        testFrom: test[0],
        testTo: test[1],
      })),
    );
  });

  it('chooses the same parameters, with the same figures in and out of sample', () => {
    expect(result.windows).toEqual(
      peer.windows.map((window, index) => ({
        index,
        trainStart: candles.openTime[window.train[0]],
        trainEnd: candles.openTime[window.train[1] - 1],
        testStart: candles.openTime[window.test[0]],
        testEnd: candles.openTime[window.test[1] - 1],
        bestParameters: { fast: window.fast, slow: window.slow },
        inSample: figures(window.in_sample),
        outOfSample: figures(window.out_of_sample),
      })),
    );
  });

  it('comes to the same summary', () => {
    const stability = (values: number[], variation: number) => ({
      values,
      coefficientOfVariation: close(variation),
    });
    expect(result.summary).toEqual({
      windows: splits,
      outOfSampleSharpe: close(peer.out_of_sample.sharpe_ratio),
      outOfSampleReturn: close(peer.out_of_sample.total_return),
      outOfSampleMaxDrawdown: close(peer.out_of_sample.max_drawdown),
      tStatistic: close(peer.t_statistic),
      walkForwardEfficiency: close(peer.walk_forward_efficiency),
      consistency: close(peer.consistency),
      parameterStability: {
        fast: stability(
          peer.windows.map((window) => window.fast),
          peer.coefficients_of_variation[0],
        ),
        slow: stability(
          peer.windows.map((window) => window.slow),
          peer.coefficients_of_variation[1],
        ),
      },
      trials: PEER.combinations.length,
      probabilisticSharpeRatio: close(peer.probabilistic_sharpe_ratio),
      deflatedSharpeRatio: close(peer.deflated_sharpe_ratio),
      minTrackRecordLength: expect.closeTo(peer.min_track_record_length, 4),
      probabilityOfBacktestOverfitting: close(peer.overfitting.probability),
    });
    expect(result.overfitting).toEqual({
      probability: close(peer.overfitting.probability),
      probabilityOfLoss: close(peer.overfitting.probability_of_loss),
      slope: expect.closeTo(peer.overfitting.slope, 8),
      blocks: 16,
      splits: 12_870,
    });
  });

  it('says which test has no trade', () => {
    expect(result.warnings).toEqual([
      'combinations that sma_cross does not accept, left out: 1',
      'no trade in the test of window 2: each starts flat',
    ]);
  });
});
