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
  return memo.getOwned(`sma:close:${period}`, close.length, (into) =>
    simpleMovingAverage(close, period, 0, into),
  );
}

export function emaOfClose({ close }: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.getOwned(`ema:close:${period}`, close.length, (into) =>
    exponentialMovingAverage(close, period, 0, into),
  );
}

export function deviationOfClose(
  { close }: CandleColumns,
  period: number,
  memo: IndicatorMemo,
): Float64Array {
  return memo.getOwned(`stddev:close:${period}`, close.length, (into) =>
    rollingStandardDeviation(close, period, into),
  );
}

export function highestHigh({ high }: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.getOwned(`highest:high:${period}`, high.length, (into) => rollingHighest(high, period, into));
}

export function lowestLow({ low }: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.getOwned(`lowest:low:${period}`, low.length, (into) => rollingLowest(low, period, into));
}

export function middleOfExtremes(candles: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.getOwned(`range_middle:${period}`, candles.length, (into) =>
    middleOfRange(candles, period, into),
  );
}

export function averageRange(candles: CandleColumns, period: number, memo: IndicatorMemo): Float64Array {
  return memo.getOwned(`atr:${period}`, candles.length, (into) => averageTrueRange(candles, period, into));
}
