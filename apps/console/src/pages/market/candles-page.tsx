import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Schemas, useRead } from '../../api/hooks';
import { Empty } from '../../components/query-view';
import { ChoiceField, TextField } from '../../forms/inputs';
import { type SeriesName, SeriesPicker } from '../../forms/series-picker';
import { Card, Page } from '../../layout/page';
import { CandleChart } from './candle-chart';
import { IndicatorChooser } from './indicator-chooser';
import { INTERVALS, seriesOf } from './series-text';

/** Candles of a series: live, of any interval, with indicators. */
export function CandlesPage() {
  const search = useSearch({ from: '/console/candles' });
  const navigate = useNavigate({ from: '/console/candles' });
  const series = seriesOf(search);
  const { start, end, indicators } = search;
  const request = series && {
    ...series,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(indicators !== undefined && { indicators }),
  };
  return (
    <Page
      title={series ? `${series.symbol} ${series.interval}` : 'Candle chart'}
      lead={series && `Candles on ${series.exchange}`}
      actions={series && <SeriesActions series={series} />}
    >
      <div className="stack">
        <Card title="What is shown">
          <div className="fields">
            <SeriesPicker
              value={series}
              onChange={({ exchange, symbol, interval }) =>
                void navigate({ search: { exchange, symbol, interval, indicators } })
              }
            />
            {series && <ChartControls />}
          </div>
        </Card>
        {request ? (
          <CandleChart key={JSON.stringify(request)} request={request} />
        ) : (
          <Empty>
            Choose a series, or <Link to="/console/import">import a CSV</Link>.
          </Empty>
        )}
        {series && (
          <Card title="Indicators">
            <IndicatorChooser
              value={indicators}
              onChange={(value) => void navigate({ search: { ...search, indicators: value }, replace: true })}
              error={undefined}
            />
          </Card>
        )}
      </div>
    </Page>
  );
}

/** Interval and range, kept in the address. */
function ChartControls() {
  const search = useSearch({ from: '/console/candles' });
  const navigate = useNavigate({ from: '/console/candles' });
  const { exchange, symbol, interval, start, end } = search;
  const { data } = useRead('/api/v1/market-data/series', { params: { query: { exchange, symbol } } });
  const stored = (data?.items ?? []).map((series) => series.interval);
  const change = (changed: Partial<typeof search>) => void navigate({ search: { ...search, ...changed } });
  const day = (value: string | undefined) => value?.slice(0, 10) ?? '';
  return (
    <>
      <ChoiceField
        label="Interval"
        value={interval ?? ''}
        onChange={(value) => change({ interval: value as Schemas['Interval'] })}
        hint="Those that are not stored are aggregated from a shorter one"
        options={INTERVALS.map((value) => ({
          value,
          label: stored.includes(value) ? `${value} (stored)` : value,
        }))}
      />
      <TextField
        label="From"
        kind="date"
        value={day(start)}
        onChange={(value) => change({ start: value === '' ? undefined : `${value}T00:00:00Z` })}
        hint="UTC; without it the last candles"
      />
      <TextField
        label="To"
        kind="date"
        value={day(end)}
        onChange={(value) => change({ end: value === '' ? undefined : `${value}T23:59:59Z` })}
        hint="UTC; without it to now, live"
      />
      <div className="row">
        <button
          type="button"
          className="button"
          onClick={() => change({ start: '1970-01-01T00:00:00Z', end: undefined })}
        >
          All that is stored
        </button>
        <button type="button" className="button" onClick={() => change({ start: undefined, end: undefined })}>
          The last candles
        </button>
      </div>
    </>
  );
}

function SeriesActions({ series }: { readonly series: SeriesName }) {
  return (
    <>
      <Link className="button" to="/console/gaps" search={series}>
        Gaps
      </Link>
      <Link className="button" to="/console/backtests/new" search={series}>
        Backtest on it
      </Link>
    </>
  );
}
