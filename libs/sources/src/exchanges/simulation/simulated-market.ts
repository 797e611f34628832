import type { SourceCandle } from '../exchange-source';
import { hashToUnit, ValueNoise } from './value-noise';

const { floor, min } = Math;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
const PRICE_DECIMALS = 2;
const VOLUME_DECIMALS = 3;
const VOLUME_UNIT = 10 ** VOLUME_DECIMALS;

/** Periods of the price's noise, in seconds: those under a minute shape its inside, the longest is eight years. */
const FAST_PERIODS = [1, 4, 16];
const SLOW_PERIODS = Array.from({ length: 12 }, (_, octave) => 4 ** (octave + 3));
/** Quiet and wild times alternate over hours and days. */
const VOLATILITY_PERIODS = [4 * 3600, DAY_SECONDS, 5 * DAY_SECONDS];
/** A walk's spread grows with the root of time; the factor makes about 3 % a day. */
const SPREAD_PER_ROOT_SECOND = 0.000_07;
const VOLATILITY_STREAM = 100;
const VOLUME_STREAM = 200;

interface Octave {
  readonly noise: ValueNoise;
  readonly spread: number;
  /** Those longer than a day are not stretched by it: the stretching would move the price by itself. */
  readonly followsVolatility: boolean;
}

/**
 * The invented market of one symbol: what was traded in any second is a function of that second and the seed alone, so
 * that history of any age can be requested and agrees with what was streamed.
 *
 * The logarithm of the price is value noise summed over octaves (fractal noise), each four times as long and twice as
 * high as the one before, as in a random walk. Octaves above a minute are looked up at full minutes and drawn straight
 * between them, which makes a day cheap.
 */
export class SimulatedMarket {
  private readonly slow: readonly Octave[];
  private readonly fast: readonly Octave[];
  private readonly volatility: readonly ValueNoise[];

  constructor(
    private readonly seed: number,
    private readonly usualPrice: number,
  ) {
    this.slow = octaves(seed, SLOW_PERIODS, 0);
    this.fast = octaves(seed, FAST_PERIODS, SLOW_PERIODS.length);
    this.volatility = VOLATILITY_PERIODS.map(
      (period, stream) => new ValueNoise(seed, VOLATILITY_STREAM + stream, period),
    );
  }

  /** What is traded in the seconds from `from` (a full minute) up to `to`, exclusive, as one candle. Seconds since 1970. */
  candle(from: number, to: number): SourceCandle {
    let high = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    let open = 0;
    let close = 0;
    let volumeUnits = 0;
    let volatility = this.volatilityAt(from);
    let level = this.levelAt(from, volatility);
    for (let minute = from; minute < to; minute += MINUTE_SECONDS) {
      const nextVolatility = this.volatilityAt(minute + MINUTE_SECONDS);
      const nextLevel = this.levelAt(minute + MINUTE_SECONDS, nextVolatility);
      const end = min(minute + MINUTE_SECONDS, to);
      for (let second = minute; second < end; second++) {
        const along = (second - minute) / MINUTE_SECONDS;
        const value = level + (nextLevel - level) * along + sumAt(this.fast, second, volatility);
        if (second === from) open = value;
        if (value > high) high = value;
        if (value < low) low = value;
        close = value;
        volumeUnits += this.volumeUnitsAt(second, volatility);
      }
      volatility = nextVolatility;
      level = nextLevel;
    }
    const price = (value: number) => (this.usualPrice * Math.exp(value)).toFixed(PRICE_DECIMALS);
    return {
      openTime: from * 1000,
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
      volume: (volumeUnits / VOLUME_UNIT).toFixed(VOLUME_DECIMALS),
    };
  }

  private levelAt(second: number, volatility: number): number {
    return sumAt(this.slow, second, volatility);
  }

  private volatilityAt(second: number): number {
    let sum = 0;
    for (const noise of this.volatility) sum += noise.at(second);
    return Math.exp(sum * 0.8);
  }

  /** Trade sizes are uneven, and more is traded in wild times. */
  private volumeUnitsAt(second: number, volatility: number): number {
    const unit = hashToUnit(this.seed, VOLUME_STREAM, second);
    return floor(unit * unit * unit * volatility * 0.2 * VOLUME_UNIT);
  }
}

function octaves(seed: number, periods: readonly number[], firstStream: number): Octave[] {
  return periods.map((period, stream) => ({
    noise: new ValueNoise(seed, firstStream + stream, period),
    spread: SPREAD_PER_ROOT_SECOND * Math.sqrt(period),
    followsVolatility: period < DAY_SECONDS,
  }));
}

function sumAt(octaves: readonly Octave[], second: number, volatility: number): number {
  let sum = 0;
  for (const { noise, spread, followsVolatility } of octaves) {
    sum += noise.at(second) * spread * (followsVolatility ? volatility : 1);
  }
  return sum;
}
