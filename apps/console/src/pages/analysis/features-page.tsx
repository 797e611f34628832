import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import { Empty, QueryView } from '../../components/query-view';
import { TextField } from '../../forms/inputs';
import { type SeriesName, SeriesPicker } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { seriesOf } from '../market/series-text';
import { FeatureHistory } from './feature-history';
import { FeatureTable } from './feature-table';
import { Precompute } from './precompute-features';

const route = getRouteApi('/console/features');
const AT_FIRST = ['rsi_14', 'returns_20'];

/** What models learn from: every feature with its formula, its newest value and its history. */
export function FeaturesPage() {
  const series = seriesOf(route.useSearch());
  const navigate = route.useNavigate();
  const definitions = useRead('/api/v1/features/definitions');
  const [chosen, setChosen] = useState<readonly string[]>(AT_FIRST);
  return (
    <Page title="Features" lead="What models learn from: every feature, its formula and its values.">
      <div className="stack">
        <Card title="Series">
          <SeriesPicker
            value={series}
            onChange={({ exchange, symbol, interval }) =>
              void navigate({ search: { exchange, symbol, interval } })
            }
          />
        </Card>
        {series ? (
          <FeatureHistory key={JSON.stringify(series)} series={series} features={chosen} />
        ) : (
          <Empty>Choose a series to see the values of its features.</Empty>
        )}
        <QueryView query={definitions}>
          {(data) => (
            <Definitions
              key={JSON.stringify(series)}
              definitions={data}
              series={series}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
        </QueryView>
      </div>
    </Page>
  );
}

interface DefinitionsProps {
  readonly definitions: Schemas['FeatureDefinitionsRead'];
  readonly series: SeriesName | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (names: readonly string[]) => void;
}

function Definitions({ definitions, series, chosen, onChoose }: DefinitionsProps) {
  const [search, setSearch] = useState('');
  const newest = useRead(
    '/api/v1/features',
    { params: { query: { ...(series ?? { symbol: '' }) } } },
    { enabled: series !== undefined },
  );
  const words = search.toLowerCase().split(/\s+/);
  const found = definitions.features.filter(({ name, summary }) =>
    words.every((word) => `${name} ${summary}`.toLowerCase().includes(word)),
  );
  return (
    <Card title={`Features, version ${definitions.feature_version}`}>
      {series && <Newest values={newest.data} series={series} />}
      <div className="fields">
        <TextField
          label="Search"
          value={search}
          onChange={setSearch}
          placeholder="volume 20"
          hint={`${count(found.length)} of ${count(definitions.features.length)} features`}
        />
      </div>
      <br />
      <FeatureTable features={found} values={newest.data?.features} chosen={chosen} onChoose={onChoose} />
    </Card>
  );
}

interface NewestProps {
  readonly values: Schemas['FeaturesRead'] | undefined;
  readonly series: SeriesName;
}

function Newest({ values, series }: NewestProps) {
  const times = useTimes();
  return (
    <>
      {values && values.computed_at === null && (
        <p className="notice">Nothing is computed for this series yet. Compute its features.</p>
      )}
      {values && values.computed_at !== null && (
        <p className={values.stale ? 'notice warn' : 'quiet'}>
          Values of the candle of {times.time(values.as_of)}, computed at {times.time(values.computed_at)}
          {values.stale && '; a newer candle has closed since, or one was corrected'}.
        </p>
      )}
      <Precompute series={series} />
    </>
  );
}
