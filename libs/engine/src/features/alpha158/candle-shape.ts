import { type FeatureGroup, windowFeature } from '../feature-group';
import { TINY } from './windows';

const SHAPES = [
  ['kmid', 'Body of the candle: (close - open) / open.'],
  ['klen', 'Range of the candle: (high - low) / open.'],
  ['kmid2', 'Body of the candle / its range; 0 without one.'],
  ['kup', 'Upper shadow of the candle / open.'],
  ['kup2', 'Upper shadow of the candle / its range; 0 without one.'],
  ['klow', 'Lower shadow of the candle / open.'],
  ['klow2', 'Lower shadow of the candle / its range; 0 without one.'],
  ['ksft', 'Shift of the close: (2 × close - high - low) / open.'],
  ['ksft2', 'Shift of the close: (2 × close - high - low) / range of the candle; 0 without one.'],
] as const;

/** The body and the shadows of the newest candle, against its open and against its range. */
export const candleShapeGroup: FeatureGroup = {
  features: SHAPES.map(([name, summary]) =>
    windowFeature(`alpha158_${name}`, summary, `Qlib ${name.toUpperCase()}`, 0, 'alpha158'),
  ),

  start: (values) => (bar) => {
    const { open, high, low, close } = bar;
    const range = high - low + TINY;
    const upper = high - Math.max(open, close);
    const lower = Math.min(open, close) - low;
    const shift = 2 * close - high - low;
    values[0] = (close - open) / open;
    values[1] = (high - low) / open;
    values[2] = (close - open) / range;
    values[3] = upper / open;
    values[4] = upper / range;
    values[5] = lower / open;
    values[6] = lower / range;
    values[7] = shift / open;
    values[8] = shift / range;
  },
};
