import { move } from 'piscina';
import { computeOnSource } from '#engine/indicators/compute-on-source';
import { PRICE_LINES } from '#engine/indicators/price-lines';
import { INDICATORS } from '#engine/indicators/registry';
import type { CandleColumns } from '#engine/market/candle-columns';
import type { ChosenIndicator } from './chosen-indicators';
import type { ChartIndicatorRead } from './chart.dto';

export interface ChartIndicatorsTask {
  readonly candles: CandleColumns;
  /** Index of the first candle that is shown; those before are warm-up. */
  readonly from: number;
  readonly chosen: readonly ChosenIndicator[];
}

/** As JSON, in bytes that change hands: to build 100,000 numbers as text would block the event loop. */
export function runChartIndicatorsTask({ candles, from, chosen }: ChartIndicatorsTask) {
  const indicators = chosen.map((each) => linesOf(each, candles, from));
  return move(new TextEncoder().encode(JSON.stringify(indicators)));
}

/** On the price panel the levels of the price alone: what else such an indicator has would be drawn at the foot of it. */
function linesOf(
  { name, parameters }: ChosenIndicator,
  candles: CandleColumns,
  from: number,
): ChartIndicatorRead {
  const indicator = INDICATORS[name];
  const columns =
    indicator.input === 'source'
      ? computeOnSource(indicator, candles.close, parameters)
      : indicator.compute(candles, parameters);
  const onPrice = PRICE_LINES[name];
  const lines = (onPrice ?? indicator.outputs).map((output) => {
    const column = columns[indicator.outputs.indexOf(output)].subarray(from);
    return [output, Array.from(column, (value) => (Number.isFinite(value) ? value : null))];
  });
  const panel = onPrice ? 'price' : 'own';
  return { name, parameters, panel, lines: Object.fromEntries(lines) as ChartIndicatorRead['lines'] };
}
