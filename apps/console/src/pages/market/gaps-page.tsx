import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/hooks';
import { Empty, QueryView } from '../../components/query-view';
import { fieldError } from '../../forms/field';
import { TextField } from '../../forms/inputs';
import { type SeriesName, SeriesPicker } from '../../forms/series-picker';
import { Card, Page } from '../../layout/page';
import { GapFigures, GapTable, GapTimeline } from './gap-report';
import { GapOverview } from './gap-overview';
import { RepairAll, RepairJob, useRepair } from './gap-repair';
import { seriesOf } from './series-text';

/** What a series lacks, why, and its repair; without a series all that lack something. */
export function GapsPage() {
  const navigate = useNavigate({ from: '/console/gaps' });
  const series = seriesOf(useSearch({ from: '/console/gaps' }));
  return (
    <Page
      title="Gaps"
      lead="Candles that the calendar of a series expects and that are not stored. Gaps are never filled with invented candles."
    >
      <div className="stack">
        <Card title="Series">
          <SeriesPicker
            value={series}
            onChange={({ exchange, symbol, interval }) =>
              void navigate({ search: { exchange, symbol, interval } })
            }
          />
          {series && <Link to="/console/gaps">All series with missing candles</Link>}
        </Card>
        {series ? <GapsOfSeries key={JSON.stringify(series)} series={series} /> : <GapOverview />}
      </div>
    </Page>
  );
}

function GapsOfSeries({ series }: { readonly series: SeriesName }) {
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const { repair, jobId, problem, isSending } = useRepair(series);
  const query = useRead(
    '/api/v1/market-data/gaps',
    {
      params: {
        query: {
          ...series,
          ...(start !== '' && { start: `${start}T00:00:00Z` }),
          ...(end !== '' && { end: `${end}T23:59:59Z` }),
        },
      },
    },
    { keepPrevious: true },
  );
  return (
    <>
      <Card title="Range">
        <div className="fields">
          <TextField
            label="From"
            kind="date"
            value={start}
            onChange={setStart}
            hint="UTC; without it from the first candle"
            error={fieldError(query.error, 'start')}
          />
          <TextField
            label="To"
            kind="date"
            value={end}
            onChange={setEnd}
            hint="UTC, all of this day; without it to the last candle"
            error={fieldError(query.error, 'end')}
          />
        </div>
      </Card>
      <QueryView query={query}>
        {(report) => (
          <>
            <Card title="Completeness">
              <GapFigures report={report} />
            </Card>
            <RepairAll report={report} repair={repair} isSending={isSending} />
            <RepairJob jobId={jobId} problem={problem} />
            <Card title="Gaps in time">
              {report.gaps.length === 0 ? (
                <Empty>
                  Nothing is missing.{' '}
                  <Link to="/console/candles" search={series}>
                    See the chart
                  </Link>{' '}
                  or{' '}
                  <Link to="/console/backtests/new" search={series}>
                    backtest on it
                  </Link>
                  .
                </Empty>
              ) : (
                <>
                  <GapTimeline report={report} />
                  <GapTable report={report} onRepair={repair} />
                </>
              )}
            </Card>
          </>
        )}
      </QueryView>
    </>
  );
}
