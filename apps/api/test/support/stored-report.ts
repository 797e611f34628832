import { RESULT_VERSION, type StoredReport } from '#domain/backtesting/stored-report';
import type { StoredSweep, StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import {
  PORTFOLIO_RESULT_VERSION,
  type StoredPortfolioReport,
} from '#domain/portfolios/stored-portfolio-report';
import { PLAIN_EXECUTION } from '#engine/backtest/execution';
import type { Metrics } from '#engine/performance/compute-metrics';
import { readPortfolio } from '#engine/portfolio/read-portfolio';

const METRICS: Metrics = {
  finalEquity: 19_700,
  totalReturn: 0.97,
  cagr: 0.034,
  annualVolatility: 0.12,
  sharpeRatio: 0.41,
  sortinoRatio: null,
  sharpeBasis: 'daily',
  periodsPerYear: 252,
  maxDrawdown: 0.33,
  longestDrawdownBars: 900,
  longestDrawdownSeconds: 77_760_000,
  calmarRatio: 0.1,
  exposure: 0.6,
  turnover: 12.5,
  trades: 2,
  winRate: 0.5,
  profitFactor: null,
  expectancy: -1e-7,
  averageTradeReturn: 0.01,
  bestTradeReturn: 0.023,
  worstTradeReturn: -0.107,
  averageTradeSeconds: 86_400,
  systemQualityNumber: null,
  kellyFraction: null,
};

const FINGERPRINT = {
  candlesSha256: 'f00d',
  fundingSha256: null,
  configurationSha256: 'cafe',
  engineVersion: '4',
  seed: null,
};

const LUCK = {
  level: 'likely_luck',
  reasons: [{ measure: 'deflated_sharpe_ratio', value: 0.2, threshold: 0.5, sentence: 'below' }],
} as const;

/** A report with every kind of value that there is. */
export function storedReport(): StoredReport {
  return {
    version: RESULT_VERSION,
    metrics: METRICS,
    benchmark: { ...METRICS, trades: 1, expectancy: null },
    relative: {
      observations: 1,
      alpha: 0.0121,
      beta: 0.336,
      rSquared: null,
      trackingError: 0.161,
      informationRatio: -0.152,
      upCapture: null,
      downCapture: 0.41,
      activeReturn: -0.0246,
      start: Date.parse('2000-03-03'),
      end: Date.parse('2000-03-06'),
      breakEvenCostBps: 23.4,
    },
    verdict: LUCK,
    costs: { fees: 0.1, slippage: 640.12, funding: -1e-9 },
    warnings: ['one'],
    bars: 5105,
    warmupBars: 30,
    ambiguousBars: 0,
    missingCandles: 1,
    bankrupt: false,
    unpaidLoss: 0,
    lookaheadCheck: {
      passed: false,
      difference: { kind: 'equity', barsGiven: 40, index: 17, whole: 10_230.5, truncated: 1e-7 },
    },
    monthlyReturns: [{ year: 2000, month: 3, return: 0.01 }],
    drawdowns: [
      {
        peakTime: Date.parse('2000-03-06'),
        troughTime: Date.parse('2000-03-07'),
        recoveryTime: null,
        depth: 0.33,
        bars: 2,
      },
    ],
    resolved: {
      given: { fast: 5, ownName: 1 },
      parameters: { fast: 5, slow: 30 },
      execution: {
        ...PLAIN_EXECUTION,
        makerFeeRate: -0.0001,
        lotSize: 0.001,
        stopLoss: { unit: 'fraction', value: 0.05 },
      },
    },
    fingerprint: FINGERPRINT,
  };
}

/** Of two members; beside the figures of any run. */
export function storedPortfolioReport(): StoredPortfolioReport {
  const report = storedReport();
  const weights = { method: 'inverse_volatility', lookback: 60 };
  const read = readPortfolio(
    { weights, rebalance: { every: 'monthly' } },
    ['AAPL', 'MSFT'].map((symbol) => ({ exchange: 'us', symbol })),
  );
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return {
    ...report,
    version: PORTFOLIO_RESULT_VERSION,
    relative: report.relative!,
    verdict: report.verdict!,
    contributions: [],
    rebalanceTurnover: null,
    annualTurnover: 0,
    rebalances: 0,
    calendar: '24x7',
    lookaheadCheck: { passed: true, cuts: 5 },
    correlations: { members: [], coefficients: [] },
    resolved: { settings: read.settings, execution: PLAIN_EXECUTION },
  };
}

const FIGURES = { sharpeRatio: null, totalReturn: 0.12, maxDrawdown: 0.15, trades: 9 };

/** A walk-forward run of one window. */
export function storedWalkForward(): StoredWalkForward {
  return {
    version: RESULT_VERSION,
    windows: [
      {
        index: 0,
        trainStart: Date.parse('2000-01-03'),
        trainEnd: Date.parse('2001-01-03'),
        testStart: Date.parse('2001-01-04'),
        testEnd: Date.parse('2002-01-03'),
        bestParameters: { fast: 5, ownName: 1 },
        inSample: FIGURES,
        outOfSample: FIGURES,
      },
    ],
    summary: {
      windows: 1,
      outOfSampleSharpe: null,
      outOfSampleReturn: 0.12,
      outOfSampleMaxDrawdown: 0.15,
      walkForwardEfficiency: 1,
      consistency: 1,
      parameterStability: { ownName: { values: [1], coefficientOfVariation: null } },
      trials: 4,
      tStatistic: null,
      probabilisticSharpeRatio: null,
      deflatedSharpeRatio: 0.2,
      minTrackRecordLength: null,
      probabilityOfBacktestOverfitting: 0.5,
    },
    benchmark: { totalReturn: 0.1, sharpeRatio: 0.5, maxDrawdown: 0.2 },
    verdict: LUCK,
    overfitting: { probability: 0.5, probabilityOfLoss: 0.1, slope: null, blocks: 8, splits: 70 },
    fingerprint: { ...FINGERPRINT, seed: 42 },
    warnings: ['found'],
  };
}

/** A sweep of two combinations, of which the second is the best. */
export function storedSweep(): StoredSweep {
  const { benchmark, verdict, overfitting, fingerprint } = storedWalkForward();
  const row = (fast: number, sharpeRatio: number) => ({
    ...FIGURES,
    sharpeRatio,
    parameters: { fast, slow: 30 },
    score: sharpeRatio,
  });
  return {
    version: RESULT_VERSION,
    rows: [row(5, 0.2), row(10, 0.6)],
    best: 1,
    trials: 2,
    significance: {
      tStatistic: 1.5,
      probabilisticSharpeRatio: 0.9,
      deflatedSharpeRatio: null,
      minTrackRecordLength: 400,
    },
    overfitting,
    benchmark,
    verdict,
    fingerprint,
    warnings: [],
  };
}
