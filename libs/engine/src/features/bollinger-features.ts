import { bollingerBandsIndicator } from '../indicators/bollinger-bands';
import { type FeatureGroup, windowFeature } from './feature-group';

const PARAMETERS = { period: 20, std: 2 };
const LOOKBACK = bollingerBandsIndicator.lookback(PARAMETERS);

/** Bollinger bands, and the close against them. */
export const bollingerFeaturesGroup: FeatureGroup = {
  features: [
    windowFeature('bb_middle_20_2', 'Mean of the last 20 closes, as sma_20.', 'TA-Lib BBANDS', LOOKBACK),
    windowFeature(
      'bb_upper_20_2',
      'bb_middle_20_2 plus 2 population standard deviations.',
      'TA-Lib BBANDS',
      LOOKBACK,
    ),
    windowFeature(
      'bb_lower_20_2',
      'bb_middle_20_2 minus 2 population standard deviations.',
      'TA-Lib BBANDS',
      LOOKBACK,
    ),
    windowFeature('bb_width', '(bb_upper_20_2 - bb_lower_20_2) / bb_middle_20_2.', 'FreqAI', LOOKBACK),
    windowFeature(
      'bb_percent_b',
      'Position of the close between bb_lower_20_2 (0) and bb_upper_20_2 (1); unknown if the bands meet.',
      'TA-Lib BBANDS',
      LOOKBACK,
    ),
  ],

  start(values) {
    const bands = bollingerBandsIndicator.start(PARAMETERS);
    return ({ close }) => {
      bands.update(close);
      const middle = bands.values[0];
      const upper = bands.values[1];
      const lower = bands.values[2];
      values[0] = middle;
      values[1] = upper;
      values[2] = lower;
      values[3] = (upper - lower) / middle;
      values[4] = (close - lower) / (upper - lower);
    };
  },
};
