import { type FeatureGroup, windowFeature } from './feature-group';
import { RecentValues } from './recent-values';

const LONGEST_RETURN = 20;

/** The close against those before, and the range of the bar; fractions, but for the close itself. */
export const priceFeaturesGroup: FeatureGroup = {
  features: [
    windowFeature('raw_close', 'The close.', 'FreqAI', 0),
    windowFeature('returns_1', 'close / close a bar ago - 1.', 'pandas', 1),
    windowFeature('returns_5', 'close / close 5 bars ago - 1.', 'pandas', 5),
    windowFeature('returns_20', 'close / close 20 bars ago - 1.', 'pandas', LONGEST_RETURN),
    windowFeature(
      'pct_change',
      "The same as returns_1 by FreqAI's name: a fraction, not percent.",
      'FreqAI',
      1,
    ),
    windowFeature('log_return', 'Natural logarithm of close / close a bar ago.', 'pandas', 1),
    windowFeature('range_pct', '(high - low) / close: a fraction, not percent.', 'pandas', 0),
  ],

  start(values) {
    const closes = new RecentValues(LONGEST_RETURN + 1);
    const before = (bars: number) => closes.values[closes.newest - bars];
    return ({ high, low, close }) => {
      closes.push(close);
      const change = close / before(1);
      values[0] = close;
      values[1] = change - 1;
      values[2] = close / before(5) - 1;
      values[3] = close / before(LONGEST_RETURN) - 1;
      values[4] = change - 1;
      values[5] = Math.log(change);
      values[6] = (high - low) / close;
    };
  },
};
