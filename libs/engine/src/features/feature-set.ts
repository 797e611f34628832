import { type Bar } from '../market/candle-columns';
import { candleShapeGroup } from './alpha158/candle-shape';
import { windowedFactorsGroup } from './alpha158/windowed-factors';
import { bollingerFeaturesGroup } from './bollinger-features';
import { calendarFeaturesGroup } from './calendar-features';
import { type FeatureDescription } from './feature-group';
import { indicatorFeaturesGroup } from './indicator-features';
import { priceFeaturesGroup } from './price-features';
import { volumeFeaturesGroup } from './volume-features';

/** Goes up when a feature's definition changes, or the list of them. */
export const FEATURE_VERSION = 1;

const GROUPS = [
  priceFeaturesGroup,
  volumeFeaturesGroup,
  calendarFeaturesGroup,
  indicatorFeaturesGroup,
  bollingerFeaturesGroup,
  candleShapeGroup,
  windowedFactorsGroup,
];

/** In the order of a stream's values. */
export const FEATURES: readonly FeatureDescription[] = GROUPS.flatMap(({ features }) => features);

/** Bars before the first one that is computed, for every feature to be the same wherever a series was begun. */
export const FEATURE_WARMUP_BARS = Math.max(...FEATURES.map(({ warmup }) => warmup));

/** The features of the newest bar, one number each in the order of FEATURES; NaN where unknown or undefined. */
export interface FeatureStream {
  readonly values: Float64Array;
  update(bar: Bar): void;
}

/** Begins the group of one feature, by its name, before the first bar. What is answered gives its value bar after bar. */
export function startFeature(name: string): (bar: Bar) => number {
  const group = GROUPS.find(({ features }) => features.some((feature) => feature.name === name))!;
  const index = group.features.findIndex((feature) => feature.name === name);
  const values = new Float64Array(group.features.length).fill(NaN);
  const update = group.start(values);
  return (bar) => {
    update(bar);
    return Number.isFinite(values[index]) ? values[index] : NaN;
  };
}

/** Begins before the first bar. */
export function startFeatures(): FeatureStream {
  const values = new Float64Array(FEATURES.length).fill(NaN);
  let offset = 0;
  const updates = GROUPS.map((group) => {
    const from = offset;
    offset += group.features.length;
    return group.start(values.subarray(from, offset));
  });
  return {
    values,
    update(bar) {
      for (const update of updates) update(bar);
      // What overflowed or was divided by 0 is unknown.
      for (let index = 0; index < values.length; index++)
        if (values[index] - values[index] !== 0) values[index] = NaN;
    },
  };
}
