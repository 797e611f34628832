import { DAY_MILLISECONDS, HOUR_MILLISECONDS, mondayBasedWeekday } from '../calendar/day';
import { type FeatureGroup, windowFeature } from './feature-group';

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
      values[0] = mondayBasedWeekday(Math.floor(openTime / DAY_MILLISECONDS));
      values[1] = Math.floor(openTime / HOUR_MILLISECONDS) % 24;
    },
};
