import { type Bar, type CandleColumns } from '../market/candle-columns';
import { IncrementalDonchianChannel, middleOf } from './donchian-channel';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { rollingHighest, rollingLowest } from './rolling-extremes';
import { ValueRing } from './value-ring';

export function ichimokuLookback(base: number, span: number, displacement: number): number {
  return Math.max(base, span) - 1 + displacement;
}

/** Middle between the highest high and the lowest low of the last `period` bars; NaN before index `period - 1`. */
export function middleOfRange(
  { high, low }: CandleColumns,
  period: number,
  into?: Float64Array,
): Float64Array {
  const highest = rollingHighest(high, period, into);
  return middleOf(highest, rollingLowest(low, period), highest);
}

/** Its lines are the middles of channels. */
class IncrementalIchimoku implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN, NaN, NaN);
  private readonly conversion: IncrementalDonchianChannel;
  private readonly base: IncrementalDonchianChannel;
  private readonly span: IncrementalDonchianChannel;
  private readonly spansA: ValueRing;
  private readonly spansB: ValueRing;

  constructor(conversion: number, base: number, span: number, displacement: number) {
    this.conversion = new IncrementalDonchianChannel(conversion);
    this.base = new IncrementalDonchianChannel(base);
    this.span = new IncrementalDonchianChannel(span);
    this.spansA = new ValueRing(displacement);
    this.spansB = new ValueRing(displacement);
  }

  update(bar: Bar): void {
    this.conversion.update(bar);
    this.base.update(bar);
    this.span.update(bar);
    const conversion = this.conversion.values[0];
    const base = this.base.values[0];
    this.values[0] = conversion;
    this.values[1] = base;
    this.values[2] = this.spansA.exchange((conversion + base) / 2);
    this.values[3] = this.spansB.exchange(this.span.values[0]);
  }
}

/**
 * The lines of Ichimoku Kinko Hyo (Goichi Hosoda, 1969). The spans are those that a chart shows at the bar, drawn
 * `displacement` bars before; the lagging span is left out, as it is the close of a later bar.
 */
export const ichimokuIndicator: CandleIndicator<'conversion' | 'base' | 'span' | 'displacement'> = {
  name: 'ichimoku',
  summary: 'Ichimoku: conversion and base line, and the two spans of the cloud at the bar.',
  parameters: {
    conversion: barsRule(9, 'Bars of the conversion line.'),
    base: barsRule(26, 'Bars of the base line.', 2),
    span: barsRule(52, 'Bars of the second leading span.', 2),
    displacement: barsRule(26, 'Bars by which the spans lead.'),
  },
  input: 'candles',
  outputs: ['conversion', 'base', 'span_a', 'span_b'],
  check: ({ conversion, base }) =>
    conversion < base ? undefined : `conversion (${conversion}) must be below base (${base})`,
  lookback: ({ base, span, displacement }) => ichimokuLookback(base, span, displacement),
  warmup: ({ base, span, displacement }) => ichimokuLookback(base, span, displacement),
  compute(candles, { conversion, base, span, displacement }, into) {
    const conversionLine = middleOfRange(candles, conversion, into?.[0]);
    const baseLine = middleOfRange(candles, base, into?.[1]);
    const leading = middleOf(conversionLine, baseLine, lentColumn(candles.length, into?.[2]));
    const spanB = middleOfRange(candles, span, into?.[3]);
    return [conversionLine, baseLine, delay(leading, displacement), delay(spanB, displacement)];
  },
  start: ({ conversion, base, span, displacement }) =>
    new IncrementalIchimoku(conversion, base, span, displacement),
};

/** Moves the values `bars` later, in place. */
function delay(values: Float64Array, bars: number): Float64Array {
  return values.copyWithin(bars, 0).fill(NaN, 0, bars);
}
