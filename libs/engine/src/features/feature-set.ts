import { type Bar } from '../market/candle-columns';
import { candleShapeGroup } from './alpha158/candle-shape';
import { windowedFactorsGroup } from './alpha158/windowed-factors';
import { bollingerFeaturesGroup } from './bollinger-features';
import { calendarFeaturesGroup } from './calendar-features';
import { type FeatureDescription, type FeatureGroup } from './feature-group';
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

/** Begins before the first bar. */
export function startFeatures(): FeatureStream {
  return startGroups(GROUPS);
}

/** Begins those that are named before the first bar; the values are in the order of the names. */
export function startFeaturesOf(names: readonly string[]): FeatureStream {
  const groups = GROUPS.filter(({ features }) => features.some(({ name }) => names.includes(name)));
  const known = groups.flatMap(({ features }) => features.map(({ name }) => name));
  const indices = names.map((name) => known.indexOf(name));
  const stream = startGroups(groups);
  const values = new Float64Array(names.length).fill(NaN);
  return {
    values,
    update(bar) {
      stream.update(bar);
      for (let index = 0; index < values.length; index++) values[index] = stream.values[indices[index]];
    },
  };
}

function startGroups(groups: readonly FeatureGroup[]): FeatureStream {
  const count = groups.reduce((sum, { features }) => sum + features.length, 0);
  const values = new Float64Array(count).fill(NaN);
  let offset = 0;
  const updates = groups.map((group) => {
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
