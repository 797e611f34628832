import { useParams, useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/hooks';
import { TabLinks } from '../../layout/tab-links';
import { readableId } from '../record-id';
import { OverfittingCards } from './overfitting-cards';
import { FormLink } from './form-link';
import { isUnderWay, POLL_MILLISECONDS, type WalkForward } from './search';
import { SearchPage, VerdictCard } from './search-page';
import { ReportTab } from './walk-forward/report-tab';
import { SummaryTab } from './walk-forward/summary-tab';
import { TestTradesTab } from './walk-forward/test-trades-tab';
import { WindowsTab } from './walk-forward/windows-tab';

interface TabProps {
  readonly run: WalkForward;
}

const SUMMARY = { key: 'summary', label: 'Summary', Tab: SummaryTab };

const TABS = [
  SUMMARY,
  { key: 'windows', label: 'Windows', Tab: WindowsTab },
  { key: 'overfitting', label: 'Overfitting', Tab: OverfittingTab },
  { key: 'trades', label: 'Trades', Tab: TestTradesTab },
  { key: 'report', label: 'Report', Tab: ReportTab },
];

export function WalkForwardPage() {
  const { id: text } = useParams({ from: '/console/walk-forwards/$id' });
  const { tab } = useSearch({ from: '/console/walk-forwards/$id' });
  const id = readableId(text);
  const query = useRead(
    '/api/v1/backtesting/walk-forward/{w_id}',
    { params: { path: { w_id: id } } },
    { refetchInterval: (former) => (former && isUnderWay(former) ? POLL_MILLISECONDS : false) },
  );
  const { Tab } = TABS.find(({ key }) => key === tab) ?? SUMMARY;
  return (
    <SearchPage kind="walk-forward" text={text} id={id} query={query}>
      {(run) => (
        <>
          <TabLinks
            label="Parts of the walk-forward"
            tabs={TABS.map(({ key, label }) => ({
              label,
              link: {
                to: '/console/walk-forwards/$id',
                params: { id: text },
                search: key === 'summary' ? {} : { tab: key },
              },
            }))}
          />
          <Tab run={run} />
        </>
      )}
    </SearchPage>
  );
}

function OverfittingTab({ run }: TabProps) {
  return (
    <div className="grid">
      <VerdictCard search={run}>
        <FormLink of={run} as="walk-forward">
          Search a smaller grid
        </FormLink>
      </VerdictCard>
      <OverfittingCards
        significance={run.summary}
        overfitting={run.overfitting}
        trials={run.summary?.trials}
        isOutOfSample
      />
    </div>
  );
}
