import type { Schemas } from '../../api/hooks';
import type { Tone } from '../../components/badge';
import type { ChoiceOption } from '../../forms/inputs';
import type { SeriesName } from '../../forms/series-picker';
import { count } from '../../format/numbers';

/** All that the service knows, shortest first. */
export const INTERVALS: readonly Schemas['Interval'][] = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '12h',
  '1d',
];

export const CALENDARS: readonly (ChoiceOption & { readonly value: Schemas['Calendar'] })[] = [
  { value: '24x7', label: '24x7: round the clock, 365 days a year' },
  { value: '24x5', label: '24x5: Sunday to Friday 17:00 in New York, 260 days a year' },
  { value: 'XNYS', label: 'XNYS: sessions of the NYSE, 252 days a year' },
];

export const FEED_TONES: Readonly<Record<Schemas['FeedState'], Tone>> = {
  live: 'good',
  reconnecting: 'warn',
  stopped: 'bad',
};

/** How a candle came in. */
export const SOURCES: readonly (ChoiceOption & { readonly value: Schemas['CandleSource'] })[] = [
  { value: 'feed', label: 'live feed' },
  { value: 'backfill', label: 'backfill from the exchange' },
  { value: 'post', label: 'POST of a candle' },
  { value: 'bulk', label: 'bulk upload' },
  { value: 'import', label: 'import by the command line' },
];

/** The series of an address, where it names one in full. */
export function seriesOf({ exchange, symbol, interval }: Partial<SeriesName>): SeriesName | undefined {
  if (exchange === undefined || symbol === undefined || interval === undefined) return undefined;
  return { exchange, symbol, interval };
}

export const isUnfinished = (state: Schemas['JobState']): boolean =>
  state === 'pending' || state === 'running';

export const candleCount = (value: number): string => `${count(value)} candle${value === 1 ? '' : 's'}`;

const POLL_MILLISECONDS = 1_000;

/** Until the next read of a job, by what the last one answered. */
export const pollInterval = (job: { readonly status: Schemas['JobState'] } | undefined): number | false =>
  job !== undefined && !isUnfinished(job.status) ? false : POLL_MILLISECONDS;
