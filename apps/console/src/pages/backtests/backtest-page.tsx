import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useRead } from '../../api/hooks';
import { DeleteRun } from '../../components/delete-run';
import { Badge, JobStateBadge } from '../../components/badge';
import { ProblemNotice } from '../../components/problem-notice';
import { UnreadRun } from '../../components/unread-run';
import { Page } from '../../layout/page';
import { TabLinks } from '../../layout/tab-links';
import { ChartTab } from './chart/chart-tab';
import { ExecutionTab } from './execution/execution-tab';
import { readableId } from '../record-id';
import { searchOf } from './again';
import { isUnderWay, parametersText, type Report, rangeText } from './report';
import { RunProgress } from './run-progress';
import { SummaryTab } from './summary/summary-tab';
import { TradesTab } from './trades/trades-tab';

/** Where the stream of events does not come through. */
const POLL_MILLISECONDS = 2_000;

const SUMMARY = { key: 'summary', label: 'Summary', Tab: SummaryTab };

const TABS = [
  SUMMARY,
  { key: 'chart', label: 'Chart', Tab: ChartTab },
  { key: 'trades', label: 'Trades', Tab: TradesTab },
  { key: 'execution', label: 'Execution', Tab: ExecutionTab },
];

export function BacktestPage() {
  const { id: text } = useParams({ from: '/console/backtests/$id' });
  const id = readableId(text);
  const report = useRead(
    '/api/v1/backtesting/{b_id}/report',
    { params: { path: { b_id: id } } },
    { refetchInterval: (former) => (former && isUnderWay(former) ? POLL_MILLISECONDS : false) },
  );
  const { data, error, refetch } = report;
  if (!data) return <UnreadRun what="backtest" id={text} error={error} retry={() => void refetch()} />;
  return (
    <>
      {error && <ProblemNotice problem={error} retry={() => void refetch()} />}
      <ReadBacktest report={data} />
    </>
  );
}

function ReadBacktest({ report }: { readonly report: Report }) {
  const { tab, trade } = useSearch({ from: '/console/backtests/$id' });
  const { id, status, strategy_name: strategy } = report;
  const labels = useRead('/api/v1/backtesting/runs/{kind}/{id}/labels', {
    params: { path: { kind: 'backtest', id } },
  });
  const isOver = status === 'completed';
  const { Tab } = TABS.find(({ key }) => key === tab) ?? SUMMARY;
  const { name, tags = [] } = labels.data ?? {};
  return (
    <Page
      title={`Backtest ${id}: ${name ?? strategy}`}
      lead={
        <>
          {strategy} ({parametersText(report)}) on {rangeText(report)} <JobStateBadge state={status} />
          {tags.map((tag) => (
            <span key={tag}>
              {' '}
              <Badge>{tag}</Badge>
            </span>
          ))}
        </>
      }
      actions={
        <>
          {isOver && Tab === SummaryTab && (
            <button type="button" className="button" onClick={() => print()}>
              Print the tear sheet
            </button>
          )}
          <Link className="button" to="/console/backtests/new" search={searchOf(report)}>
            New one like this
          </Link>
          <DeleteRun kind="backtest" id={id} underWay={isUnderWay(report)} />
        </>
      }
    >
      {isOver ? (
        <>
          <TabLinks
            label="Parts of the backtest"
            tabs={TABS.map(({ key, label }) => ({
              label,
              link: {
                to: '/console/backtests/$id',
                params: { id: String(id) },
                search: key === SUMMARY.key ? {} : { tab: key, trade: key === tab ? trade : undefined },
              },
            }))}
          />
          <Tab report={report} />
        </>
      ) : (
        <RunProgress report={report} />
      )}
    </Page>
  );
}
