import { useState } from 'react';
import { useRead, type Schemas } from '../api/hooks';
import { ProblemNotice } from '../components/problem-notice';
import { count } from '../format/numbers';
import { useTimes } from '../format/times';
import { ChoiceField, TextField } from './inputs';

export type StoredSeries = Schemas['SeriesRead'];

export interface SeriesName {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: Schemas['Interval'];
}

const SERIES = '/api/v1/market-data/series';

/** Of a page of series. */
export const MOST_SERIES = 1_000;

/** The series that are stored, as the picker and others list them. */
export function useStoredSeries(settings: { readonly refetchInterval?: number } = {}) {
  return useRead(SERIES, { params: { query: { size: MOST_SERIES } } }, settings);
}

/** The query of those whose exchange or symbol has this text; of all without one. */
export const containing = (text: string) => (text.trim() === '' ? {} : { contains: text.trim() });

export const seriesText = ({ exchange, symbol, interval }: SeriesName): string =>
  `${exchange} ${symbol} ${interval}`;

interface SeriesPickerProps {
  readonly value: SeriesName | undefined;
  readonly onChange: (series: StoredSeries) => void;
  readonly label?: string;
  readonly error?: string;
}

/** More than one likes to look through. */
const LONG_LIST = 10;

/** Chooses one of the stored series, and says which range of it is stored. Where there are many, a part of the name narrows the list. */
export function SeriesPicker({ value, onChange, label = 'Series', error }: SeriesPickerProps) {
  const times = useTimes();
  const [part, setPart] = useState('');
  const all = useStoredSeries();
  const narrowed = useRead(
    SERIES,
    { params: { query: { size: MOST_SERIES, ...containing(part) } } },
    { keepPrevious: true },
  );
  const { data, error: problem, refetch } = narrowed;
  const known = [...(data?.items ?? []), ...(all.data?.items ?? [])];
  const isChosen = (series: StoredSeries) => value !== undefined && seriesText(series) === seriesText(value);
  // One that is not on the page of the list is read by its name.
  const byName = useRead(
    SERIES,
    {
      params: {
        query: value && { exchange: value.exchange, symbol: value.symbol, interval: value.interval },
      },
    },
    { enabled: value !== undefined && data !== undefined && !known.some(isChosen) },
  );
  if (problem && !data) return <ProblemNotice problem={problem} retry={() => void refetch()} />;
  const items = data?.items ?? [];
  const chosen = [...known, ...(byName.data?.items ?? [])].find(isChosen);
  const isListed = items.some(isChosen);
  return (
    <>
      {(all.data?.total ?? 0) > LONG_LIST && (
        <TextField
          label="Narrow the list to"
          value={part}
          onChange={setPart}
          hint={
            items.length === 0
              ? 'No exchange or symbol has this'
              : `A part of exchange or symbol; ${count(data?.total)} fit`
          }
        />
      )}
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
            : all.data?.total === 0
              ? 'Nothing is stored yet: import a CSV or collect candles from an exchange'
              : undefined
        }
        options={[
          ...(isListed
            ? []
            : [
                {
                  value: value ? seriesText(value) : '',
                  label: value ? seriesText(value) : 'Choose a series',
                },
              ]),
          ...items.map((series) => ({ value: seriesText(series), label: seriesText(series) })),
        ]}
      />
    </>
  );
}
