import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import { Empty, QueryView } from '../../components/query-view';
import { ChoiceField } from '../../forms/inputs';
import { seriesText, useStoredSeries } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { Card, Page } from '../../layout/page';
import { QuarantineTable } from './quarantine-table';
import { SOURCES } from './series-text';

const PAGE_SIZE = 100;
const REFRESH_MILLISECONDS = 15_000;

/** Candles that are held back, with the reason: each is stored after all, or discarded. */
export function QuarantinePage() {
  const search = useSearch({ from: '/console/quarantine' });
  const [source, setSource] = useState('');
  const [page, setPage] = useState(1);
  const query = useRead(
    '/api/v1/market-data/quarantine',
    {
      params: {
        query: {
          ...search,
          page,
          size: PAGE_SIZE,
          ...(source !== '' && { source: source as Schemas['CandleSource'] }),
        },
      },
    },
    { keepPrevious: true, refetchInterval: REFRESH_MILLISECONDS },
  );
  return (
    <Page
      title="Quarantine"
      lead="Outliers, and candles of a feed or backfill that a rule refused. They are in no chart and no run until they are released."
    >
      <div className="stack">
        <Card title="Filter">
          <div className="fields">
            <SeriesFilter onChange={() => setPage(1)} />
            <ChoiceField
              label="Came in by"
              value={source}
              onChange={(value) => {
                setSource(value);
                setPage(1);
              }}
              options={[{ value: '', label: 'any way' }, ...SOURCES]}
            />
          </div>
        </Card>
        <Card title="Held candles">
          <QueryView query={query} isEmpty={({ total }) => total === 0} empty={<NothingHeld />}>
            {({ items, total }) => (
              <>
                <QuarantineTable candles={items} total={total} />
                <Pages page={page} total={total} onChange={setPage} />
              </>
            )}
          </QueryView>
        </Card>
      </div>
    </Page>
  );
}

function NothingHeld() {
  return (
    <Empty>
      No candle that fits is in quarantine. Whether candles are missing for another reason: see{' '}
      <Link to="/console/gaps">gaps</Link>.
    </Empty>
  );
}

/** One of the stored series, or all of them; it is kept in the address. */
function SeriesFilter({ onChange }: { readonly onChange: () => void }) {
  const search = useSearch({ from: '/console/quarantine' });
  const navigate = useNavigate({ from: '/console/quarantine' });
  const { data } = useStoredSeries();
  const names = (data?.items ?? []).map(({ exchange, symbol, interval }) => ({ exchange, symbol, interval }));
  const { exchange, symbol, interval } = search;
  const isOne = exchange !== undefined && symbol !== undefined && interval !== undefined;
  const value = isOne ? seriesText({ exchange, symbol, interval }) : '';
  const texts = names.map(seriesText);
  return (
    <ChoiceField
      label="Series"
      value={value}
      onChange={(text) => {
        onChange();
        void navigate({ search: names.find((name) => seriesText(name) === text) ?? {}, replace: true });
      }}
      options={[
        { value: '', label: 'all series' },
        ...(value !== '' && !texts.includes(value) ? [value] : []),
        ...texts,
      ]}
    />
  );
}

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
}

function Pages({ page, total, onChange }: PagesProps) {
  const last = Math.max(Math.ceil(total / PAGE_SIZE), 1);
  if (last === 1) return null;
  return (
    <nav className="row" aria-label="Pages of held candles">
      <button type="button" className="button" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Newer
      </button>
      <span>
        Page {count(page)} of {count(last)}
      </span>
      <button type="button" className="button" disabled={page >= last} onClick={() => onChange(page + 1)}>
        Older
      </button>
    </nav>
  );
}
