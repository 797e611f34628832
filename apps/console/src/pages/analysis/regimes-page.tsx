import { getRouteApi } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../api/client';
import { useRead, type Schemas, useSend } from '../../api/hooks';
import { ProblemNotice } from '../../components/problem-notice';
import { Empty, QueryView } from '../../components/query-view';
import { fieldError } from '../../forms/field';
import { TextField } from '../../forms/inputs';
import { type SeriesName, SeriesPicker } from '../../forms/series-picker';
import { Card, Page } from '../../layout/page';
import { seriesOf } from '../market/series-text';
import { RegimeChart } from './regime-chart';
import { RegimeFigures } from './regime-figures';

const route = getRouteApi('/console/regimes');
const DETAILS = '/api/v1/analysis/regime/details';
const NOT_COMPUTED = 404;

/** Bull, bear and ranging phases of a series, by a hidden Markov model. */
export function RegimesPage() {
  const series = seriesOf(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <Page title="Regimes" lead="Bull, bear and ranging phases of a series, by a hidden Markov model.">
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
          <Regime key={JSON.stringify(series)} series={series} />
        ) : (
          <Empty>Choose a series to see its regimes on its price.</Empty>
        )}
      </div>
    </Page>
  );
}

function Regime({ series }: { readonly series: SeriesName }) {
  const { exchange, symbol, interval } = series;
  const query = useRead(DETAILS, { params: { query: { exchange, symbol, interval } } });
  return (
    <>
      <QueryView
        query={query}
        problem={(problem) =>
          problem.status === NOT_COMPUTED && (
            <Empty>No regime of this series has been computed yet. Compute it below.</Empty>
          )
        }
      >
        {(details) => (
          <>
            <RegimeFigures details={details} />
            <RegimeChart details={details} />
          </>
        )}
      </QueryView>
      <Compute series={series} lookback={query.data?.lookback_days} />
    </>
  );
}

interface ComputeProps {
  readonly series: SeriesName;
  readonly lookback: number | undefined;
}

function Compute({ series, lookback }: ComputeProps) {
  const [days, setDays] = useState<string>();
  const compute = useSend(
    (body: Schemas['ComputeRegimeDto']) => api.POST('/api/v1/analysis/regime', { body }),
    {
      changes: [DETAILS],
    },
  );
  const shown = days ?? String(lookback ?? 90);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // What is no number is sent as it is: the service says what is allowed.
    const number = /^\d+$/.test(shown.trim()) ? Number(shown) : (shown as unknown as number);
    compute.mutate({ ...series, lookback_days: number });
  };
  return (
    <Card title="Compute">
      <form className="form" onSubmit={submit} noValidate>
        <div className="fields">
          <TextField
            label="Lookback"
            kind="integer"
            value={shown}
            onChange={setDays}
            hint="Days before the last closed candle that the model is fitted on"
            error={fieldError(compute.error, 'lookback_days')}
          />
        </div>
        {compute.error && <ProblemNotice problem={compute.error} />}
        {compute.isSuccess && <p role="status">Computed.</p>}
        <div className="row">
          <button type="submit" className="button primary" disabled={compute.isPending}>
            {compute.isPending ? 'Computing …' : lookback === undefined ? 'Compute' : 'Compute again'}
          </button>
        </div>
      </form>
    </Card>
  );
}
