import { DAY_MILLISECONDS } from '../calendar/day';
import { type FeatureGroup, windowFeature } from './feature-group';

const HOUR_MILLISECONDS = 3_600_000;

/** 1970 began on a Thursday; weeks begin on Monday. */
const FIRST_DAY_OF_WEEK = 3;

/** When the bar opened. */
export const calendarFeaturesGroup: FeatureGroup = {
  features: [
    windowFeature(
      'day_of_week',
      'Day on which the bar opened in UTC, 0 for Monday to 6 for Sunday.',
      'FreqAI',
      0,
    ),
    windowFeature('hour_of_day', 'Hour in which the bar opened in UTC, 0 to 23.', 'FreqAI', 0),
  ],

  start:
    (values) =>
    ({ openTime }) => {
      values[0] = (Math.floor(openTime / DAY_MILLISECONDS) + FIRST_DAY_OF_WEEK) % 7;
      values[1] = Math.floor(openTime / HOUR_MILLISECONDS) % 24;
    },
};
