import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/hooks';
import { Badge, JobStateBadge } from '../../components/badge';
import { DeleteRun } from '../../components/delete-run';
import { ProblemNotice } from '../../components/problem-notice';
import { UnreadRun } from '../../components/unread-run';
import { Page } from '../../layout/page';
import { TabLinks } from '../../layout/tab-links';
import { isUnderWay } from '../backtests/report';
import { ProgressCard, useStateChanges } from '../backtests/run-progress';
import { RunWarnings } from '../backtests/run-warnings';
import { readableId } from '../record-id';
import { searchOf } from './again';
import { ExecutionTab } from './execution-tab';
import { type PartProps, rangeText } from './portfolio';
import { SettingsCards } from './settings-cards';
import { SummaryTab } from './summary-tab';
import { TradesTab } from './trades-tab';
import { WeightsTab } from './weights-tab';

/** Where the stream of events does not come through. */
const POLL_MILLISECONDS = 2_000;
const REPORT = '/api/v1/backtesting/portfolio/{p_id}/report';

const SUMMARY = { key: 'summary', label: 'Summary', Tab: SummaryTab };

const TABS = [
  SUMMARY,
  { key: 'weights', label: 'Weights', Tab: WeightsTab },
  { key: 'trades', label: 'Trades', Tab: TradesTab },
  { key: 'execution', label: 'Execution', Tab: ExecutionTab },
];

export function PortfolioPage() {
  const { id: text } = useParams({ from: '/console/portfolios/$id' });
  const { data, error, refetch } = useRead(
    REPORT,
    { params: { path: { p_id: readableId(text) } } },
    { refetchInterval: (former) => (former && isUnderWay(former) ? POLL_MILLISECONDS : false) },
  );
  if (!data) return <UnreadRun what="portfolio run" id={text} error={error} retry={() => void refetch()} />;
  const problem = error && <ProblemNotice problem={error} retry={() => void refetch()} />;
  return (
    <>
      {problem}
      <ReadPortfolio run={data} />
    </>
  );
}

function ReadPortfolio({ run }: PartProps) {
  const { tab } = useSearch({ from: '/console/portfolios/$id' });
  const { id, status, allocation, strategy_name: strategy } = run;
  const labels = useRead('/api/v1/backtesting/runs/{kind}/{id}/labels', {
    params: { path: { kind: 'portfolio', id } },
  });
  const { Tab } = TABS.find(({ key }) => key === tab) ?? SUMMARY;
  const { name, tags = [] } = labels.data ?? {};
  return (
    <Page
      title={`Portfolio run ${id}: ${name ?? strategy}`}
      lead={
        <>
          {allocation} ({strategy}) of {rangeText(run)} <JobStateBadge state={status} />{' '}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </>
      }
      actions={
        <>
          <Link className="button" to="/console/portfolios/new" search={searchOf(run)}>
            New one like this
          </Link>
          <DeleteRun kind="portfolio" id={id} underWay={isUnderWay(run)} />
        </>
      }
    >
      {status === 'completed' ? (
        <>
          <TabLinks
            label="Parts of the portfolio run"
            tabs={TABS.map(({ key, label }) => ({
              label,
              link: {
                to: '/console/portfolios/$id',
                params: { id: String(id) },
                search: key === SUMMARY.key ? {} : { tab: key },
              },
            }))}
          />
          <Tab run={run} />
        </>
      ) : (
        <Progress run={run} />
      )}
    </Page>
  );
}

function Progress({ run }: PartProps) {
  useStateChanges(`/api/v1/backtesting/portfolio/${run.id}/events`, REPORT, isUnderWay(run));
  return (
    <div className="grid">
      <ProgressCard run={run}>
        <Link to="/console/portfolios/new" search={searchOf(run)}>
          submit it again
        </Link>
      </ProgressCard>
      <RunWarnings report={run} />
      <SettingsCards run={run} />
    </div>
  );
}
