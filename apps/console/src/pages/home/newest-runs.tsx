import { Link } from '@tanstack/react-router';
import { useRead, type Schemas } from '../../api/hooks';
import { JobStateBadge } from '../../components/badge';
import { VerdictBadge } from '../../components/verdict-badge';
import { Empty, QueryView } from '../../components/query-view';
import { RunLink } from '../../components/run-link';
import { type Column, Table } from '../../components/table';
import { Term } from '../../components/term';
import { ratio, signedPercent } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';

const SIZE = 8;
const REFRESH_MILLISECONDS = 5_000;

type Run = Schemas['RunRead'];

/** What was computed last, of any kind. */
export function NewestRuns() {
  const query = useRead(
    '/api/v1/backtesting/runs',
    { params: { query: { size: SIZE } } },
    { refetchInterval: REFRESH_MILLISECONDS },
  );
  return (
    <Card title="Newest runs" wide actions={<Link to="/console/runs">All runs</Link>}>
      <QueryView
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty>
            Nothing was computed yet. <Link to="/console/backtests/new">Run a backtest</Link>.
          </Empty>
        }
      >
        {({ items }) => <RunTable runs={items} />}
      </QueryView>
    </Card>
  );
}

function RunTable({ runs }: { readonly runs: readonly Run[] }) {
  const times = useTimes();
  const columns: readonly Column<Run>[] = [
    { key: 'run', title: 'Run', nowrap: true, cell: ({ kind, id }) => <RunLink kind={kind} id={id} /> },
    {
      key: 'name',
      title: 'Strategy and series',
      nowrap: true,
      cell: ({ labels, strategy_name: strategy, exchange, symbol, interval }) => (
        <>
          {labels.name ?? strategy}
          <br />
          <span className="quiet">
            {exchange} {symbol} {interval}
          </span>
        </>
      ),
    },
    {
      key: 'verdict',
      title: 'Verdict',
      nowrap: true,
      // What has not completed has none.
      cell: ({ status, verdict }) =>
        status === 'completed' ? <VerdictBadge level={verdict} /> : <JobStateBadge state={status} />,
    },
    {
      key: 'return',
      title: 'Total return',
      number: true,
      cell: ({ measures }) => signedPercent(measures.total_return),
    },
    {
      key: 'benchmark',
      title: (
        <Term meaning="Total return of buying at the first bar and holding, over the same bars.">
          Buy and hold
        </Term>
      ),
      number: true,
      cell: ({ measures }) => signedPercent(measures.benchmark_return),
    },
    {
      key: 'sharpe',
      title: (
        <Term meaning="Mean return over the standard deviation of the returns, annualised, with a risk-free rate of 0. No unit.">
          Sharpe ratio
        </Term>
      ),
      number: true,
      cell: ({ measures }) => ratio(measures.sharpe_ratio),
    },
    {
      key: 'created',
      title: `Submitted (${times.zone})`,
      nowrap: true,
      cell: ({ created_at: at }) => times.minute(at),
    },
  ];
  return (
    <Table
      caption="The runs that were submitted last"
      columns={columns}
      rows={runs}
      rowKey={({ kind, id }) => `${kind} ${id}`}
    />
  );
}
