import { Empty } from '../../../components/query-view';
import { Table } from '../../../components/table';
import { count, percent } from '../../../format/numbers';
import { useTimes } from '../../../format/times';
import { Card } from '../../../layout/page';
import type { PartProps } from '../report';

/** The deepest falls of the equity, from a peak until it is at it again. */
export function DrawdownsCard({ report }: { readonly report: Pick<PartProps['report'], 'drawdowns'> }) {
  const times = useTimes();
  const { drawdowns } = report;
  return (
    <Card title="Drawdowns">
      {drawdowns.length === 0 ? (
        <Empty>The equity never fell below a peak.</Empty>
      ) : (
        <Table
          caption={`The ${drawdowns.length} deepest (dates in ${times.zone})`}
          rows={drawdowns}
          rowKey={({ peak_time: peak }) => peak}
          columns={[
            { key: 'depth', title: 'Depth', number: true, cell: ({ depth }) => percent(depth) },
            { key: 'peak', title: 'Peak', number: true, cell: ({ peak_time: peak }) => times.date(peak) },
            {
              key: 'trough',
              title: 'Trough',
              number: true,
              cell: ({ trough_time: trough }) => times.date(trough),
            },
            {
              key: 'recovery',
              title: 'Recovered',
              number: true,
              cell: ({ recovery_time: recovery }) => (recovery === null ? 'not yet' : times.date(recovery)),
            },
            { key: 'bars', title: 'Bars', number: true, cell: ({ bars }) => count(bars) },
          ]}
        />
      )}
    </Card>
  );
}
