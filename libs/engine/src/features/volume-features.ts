import { IncrementalRollingSum } from '../indicators/rolling-sum';
import { type FeatureGroup, windowFeature } from './feature-group';

const WINDOW = 20;

/** The volume of the bar against that of the bars before. */
export const volumeFeaturesGroup: FeatureGroup = {
  features: [
    windowFeature('raw_volume', 'The volume.', 'FreqAI', 0),
    windowFeature(
      'relative_volume_20',
      'volume / mean volume of the last 20 bars; unknown if nothing traded.',
      'FreqAI',
      WINDOW - 1,
    ),
    windowFeature(
      'obv_change_20',
      'Change of the on-balance volume over 20 bars / their volume, -1 to 1; unknown if nothing traded.',
      'TA-Lib OBV',
      WINDOW,
    ),
  ],

  start(values) {
    const volumes = new IncrementalRollingSum(WINDOW);
    const balances = new IncrementalRollingSum(WINDOW);
    let closeBefore = NaN;
    return ({ close, volume }) => {
      volumes.update(volume);
      if (!Number.isNaN(closeBefore)) balances.update(Math.sign(close - closeBefore) * volume);
      closeBefore = close;
      values[0] = volume;
      values[1] = (volume * WINDOW) / volumes.values[0];
      values[2] = balances.values[0] / volumes.values[0];
    };
  },
};
