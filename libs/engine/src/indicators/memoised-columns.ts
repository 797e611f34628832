import { averageTrueRange } from '../indicators/average-true-range';
import { exponentialMovingAverage } from '../indicators/exponential-moving-average';
import { middleOfRange } from '../indicators/ichimoku';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { rollingHighest, rollingLowest } from '../indicators/rolling-extremes';
import { rollingStandardDeviation } from '../indicators/rolling-standard-deviation';
import { simpleMovingAverage } from '../indicators/simple-moving-average';
import { type CandleColumns } from '../market/candle-columns';

/** The columns that several strategies read, each under one key. */

export function smaOfClose({ close }: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.get(`sma:close:${period}`, () =>
    simpleMovingAverage(close, period, 0, memo.lend(close.length)),
  );
}

export function emaOfClose({ close }: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.get(`ema:close:${period}`, () =>
    exponentialMovingAverage(close, period, 0, memo.lend(close.length)),
  );
}

export function deviationOfClose(
  { close }: CandleColumns,
  period: number,
  memo: IndicatorMemo,
): Float64Array {
  return memo.get(`stddev:close:${period}`, () =>
    rollingStandardDeviation(close, period, memo.lend(close.length)),
  );
}

export function highestHigh({ high }: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.get(`highest:high:${period}`, () => rollingHighest(high, period, memo.lend(high.length)));
}

export function lowestLow({ low }: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.get(`lowest:low:${period}`, () => rollingLowest(low, period, memo.lend(low.length)));
}

export function middleOfExtremes(candles: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.get(`range_middle:${period}`, () => middleOfRange(candles, period, memo.lend(candles.length)));
}

export function averageRange(candles: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.get(`atr:${period}`, () => averageTrueRange(candles, period, memo.lend(candles.length)));
}
