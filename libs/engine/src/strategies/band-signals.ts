import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../backtest/strategy';

/** A band around a middle: its half width in price is `factor × width`. */
export interface Band {
  readonly middle: Float64Array;
  readonly width: Float64Array;
  readonly factor: number;
}

/** With the move: long on a close above the band until one below its middle, short the other way round. */
export function bandBreakoutSignals(close: Float64Array, band: Band, from: number): Uint8Array {
  const { middle, width, factor } = band;
  const signals = new Uint8Array(close.length);
  for (let bar = from; bar < close.length; bar++) {
    const distance = close[bar] - middle[bar];
    const reach = factor * width[bar];
    if (distance > 0) signals[bar] = reachedOut(distance, reach) ? ENTER_LONG | EXIT_SHORT : EXIT_SHORT;
    else if (distance < 0) signals[bar] = reachedOut(-distance, reach) ? ENTER_SHORT | EXIT_LONG : EXIT_LONG;
  }
  return signals;
}

/** Against the move: long on a close below the band until one at its middle or above, short the other way round. */
export function bandReversionSignals(close: Float64Array, band: Band, from: number): Uint8Array {
  const { middle, width, factor } = band;
  const signals = new Uint8Array(close.length);
  for (let bar = from; bar < close.length; bar++) {
    const distance = close[bar] - middle[bar];
    const reach = factor * width[bar];
    if (distance < 0) signals[bar] = reachedOut(-distance, reach) ? ENTER_LONG | EXIT_SHORT : EXIT_SHORT;
    else if (distance > 0) signals[bar] = reachedOut(distance, reach) ? ENTER_SHORT | EXIT_LONG : EXIT_LONG;
    else if (distance === 0) signals[bar] = EXIT_LONG | EXIT_SHORT;
  }
  return signals;
}

/** A band without width is left by rounding alone: that says nothing. */
function reachedOut(distance: number, reach: number): boolean {
  return reach > 0 && distance > reach;
}
