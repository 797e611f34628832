import { lazy, Suspense } from 'react';
import { Loading } from '../../components/query-view';
import { useStoredSeries } from '../../forms/series-picker';
import { Card, Page } from '../../layout/page';
import { FirstSteps } from './first-steps';
import { NewestRuns } from './newest-runs';
import { Services } from './services';
import { StoredData } from './stored-data';

// The chart library comes after what can be read without it.
const LiveChart = lazy(async () => ({ default: (await import('./live-chart')).LiveChart }));

const REFRESH_MILLISECONDS = 10_000;

/** What runs, what is stored, what was computed last, and a market as it moves. */
export function HomePage() {
  const series = useStoredSeries({ refetchInterval: REFRESH_MILLISECONDS });
  const { data } = series;
  const fed = data?.items.find(({ feed }) => feed?.state === 'live') ?? data?.items.find(({ feed }) => feed);
  return (
    <Page title="Home" lead="What runs, what is stored, and what was computed last.">
      <div className="grid">
        {data?.items.length === 0 && <FirstSteps />}
        <Services />
        {fed && (
          <Card title={`Live: ${fed.exchange} ${fed.symbol} ${fed.interval}`}>
            <Suspense fallback={<Loading />}>
              <LiveChart exchange={fed.exchange} symbol={fed.symbol} interval={fed.interval} />
            </Suspense>
          </Card>
        )}
        <StoredData query={series} />
        <NewestRuns />
      </div>
    </Page>
  );
}
