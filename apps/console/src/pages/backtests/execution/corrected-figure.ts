import type { Schemas } from '../../../api/hooks';
import { count } from '../../../format/numbers';
import type { TimeFormat } from '../../../format/times';

/** How many candles of a run are others now. */
export const correctedFigure = (corrected: Schemas['CandlesCorrectedSince'] | null, times: TimeFormat) => ({
  label: 'Corrected since',
  value: `${count(corrected?.count)}${corrected?.truncated ? ' or more' : ''}`,
  note: corrected?.start
    ? `candles, ${times.minute(corrected.start)} to ${times.minute(corrected.end)}; last at ${times.time(corrected.corrected_at)}`
    : 'candles of the run',
});
