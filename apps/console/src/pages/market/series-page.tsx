import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/hooks';
import { Empty, QueryView } from '../../components/query-view';
import { CheckField, ChoiceField, TextField } from '../../forms/inputs';
import { containing, MOST_SERIES, type StoredSeries } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { Card, Page } from '../../layout/page';
import { INTERVALS } from './series-text';
import { SeriesTable } from './series-table';

const REFRESH_MILLISECONDS = 10_000;
const ANY = { value: '', label: 'any' };

/** Every stored series and how complete it is. */
export function SeriesPage() {
  const [contains, setContains] = useState('');
  const [interval, setInterval] = useState('');
  const [faulty, setFaulty] = useState(false);
  const query = useRead(
    '/api/v1/market-data/series',
    {
      params: {
        query: {
          size: MOST_SERIES,
          ...(interval !== '' && { interval: interval as never }),
          ...containing(contains),
        },
      },
    },
    { refetchInterval: REFRESH_MILLISECONDS, keepPrevious: true },
  );
  const isFiltered = interval !== '' || contains.trim() !== '';
  return (
    <Page
      title="Series"
      lead="What is stored, how complete it is, and whether it still grows."
      actions={
        <Link to="/console/import" className="button primary">
          Import a CSV
        </Link>
      }
    >
      <div className="stack">
        <Card title="Filter">
          <div className="fields">
            <TextField
              label="Exchange or symbol contains"
              value={contains}
              onChange={setContains}
              placeholder="BTC"
            />
            <ChoiceField
              label="Interval"
              value={interval}
              onChange={setInterval}
              options={[ANY, ...INTERVALS]}
            />
            <CheckField label="Only incomplete or faulty ones" checked={faulty} onChange={setFaulty} />
          </div>
        </Card>
        <Card title="Stored series">
          <QueryView
            query={query}
            isEmpty={({ items }) => items.length === 0}
            empty={isFiltered ? <Empty>No series fits the filter.</Empty> : <NothingStored />}
          >
            {({ items, total }) => {
              const shown = faulty ? items.filter(isFaulty) : items;
              return (
                <>
                  {total > items.length && (
                    <p className="notice warn">
                      These are of the first {count(items.length)} of {count(total)} series: narrow the
                      filter.
                    </p>
                  )}
                  {shown.length === 0 ? (
                    <Empty>None of the {count(items.length)} series that fit is incomplete or faulty.</Empty>
                  ) : (
                    <SeriesTable series={shown} />
                  )}
                </>
              );
            }}
          </QueryView>
        </Card>
      </div>
    </Page>
  );
}

/** Whether something is wrong with it. Candles that were not traded are no fault. */
function isFaulty(series: StoredSeries): boolean {
  const { missing, no_trades: untraded, off_grid: offGrid, quarantined, unconfirmed, feed } = series;
  return (
    (missing ?? 0) > (untraded ?? 0) ||
    (offGrid ?? 0) > 0 ||
    quarantined > 0 ||
    unconfirmed > 0 ||
    series.roll_up_problems.length > 0 ||
    (feed !== null && feed.state !== 'live')
  );
}

function NothingStored() {
  return (
    <Empty>
      Nothing is stored yet. <Link to="/console/import">Import a CSV</Link>,{' '}
      <Link to="/console/equities">ingest equities</Link>, or collect candles from an exchange with{' '}
      <code>npm run cli -- backfill</code>.
    </Empty>
  );
}
