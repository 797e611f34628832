import { useRead, type Schemas } from '../api/hooks';
import { ProblemNotice } from '../components/problem-notice';
import { count } from '../format/numbers';
import { useTimes } from '../format/times';
import { ChoiceField } from './inputs';

export type StoredSeries = Schemas['SeriesRead'];

export interface SeriesName {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: Schemas['Interval'];
}

/** Of a page of series. */
export const MOST_SERIES = 1_000;

/** The series that are stored, as the picker and others list them. */
export function useStoredSeries(settings: { readonly refetchInterval?: number } = {}) {
  return useRead('/api/v1/market-data/series', { params: { query: { size: MOST_SERIES } } }, settings);
}

export const seriesText = ({ exchange, symbol, interval }: SeriesName): string =>
  `${exchange} ${symbol} ${interval}`;

interface SeriesPickerProps {
  readonly value: SeriesName | undefined;
  readonly onChange: (series: StoredSeries) => void;
  readonly label?: string;
  readonly error?: string;
}

/** Chooses one of the stored series, and says which range of it is stored. */
export function SeriesPicker({ value, onChange, label = 'Series', error }: SeriesPickerProps) {
  const { data, error: problem, refetch } = useStoredSeries();
  const times = useTimes();
  if (problem && !data) return <ProblemNotice problem={problem} retry={() => void refetch()} />;
  const items = data?.items ?? [];
  const chosen = value && items.find((series) => seriesText(series) === seriesText(value));
  return (
    <ChoiceField
      label={label}
      value={value ? seriesText(value) : ''}
      error={error}
      onChange={(text) => {
        const series = items.find((candidate) => seriesText(candidate) === text);
        if (series) onChange(series);
      }}
      hint={
        chosen
          ? `${count(chosen.stored)} candles stored, ${times.date(chosen.start)} to ${times.date(chosen.end)}; ${count(chosen.missing)} missing`
          : data && items.length === 0
            ? 'Nothing is stored yet: import a CSV or collect candles from an exchange'
            : undefined
      }
      options={[
        ...(chosen
          ? []
          : [
              { value: value ? seriesText(value) : '', label: value ? seriesText(value) : 'Choose a series' },
            ]),
        ...items.map((series) => ({ value: seriesText(series), label: seriesText(series) })),
      ]}
    />
  );
}
