import type { Schemas } from '../../api/hooks';
import { Empty } from '../../components/query-view';
import type { Column } from '../../components/table';
import { exact } from '../../format/numbers';
import { type TimeFormat, useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { GrowingTable } from '../../components/growing-table';

type Correction = Schemas['ChartRead']['corrections'][number];

interface CorrectionsProps {
  readonly corrections: readonly Correction[];
  readonly isTruncated: boolean;
  /** Of the candles that are stored. */
  readonly interval: string;
}

/** Candles that were replaced after they had closed, with their numbers before and after. */
export function Corrections({ corrections, isTruncated, interval }: CorrectionsProps) {
  const times = useTimes();
  return (
    <Card title="Corrections">
      {corrections.length === 0 ? (
        <Empty>No stored candle of this range was corrected after it had closed.</Empty>
      ) : (
        <>
          {isTruncated && <p className="notice warn">There are older corrections than these.</p>}
          <GrowingTable
            caption={`Corrections of candles of ${interval}, newest first, marked in the chart; times in ${times.zone}`}
            columns={columnsOf(times)}
            rows={corrections}
            rowKey={(one) => `${one.open_time} ${one.corrected_at}`}
          />
        </>
      )}
    </Card>
  );
}

function columnsOf(times: TimeFormat): readonly Column<Correction>[] {
  const change = (key: 'open' | 'high' | 'low' | 'close' | 'volume', title: string): Column<Correction> => ({
    key,
    title,
    number: true,
    cell: ({ before, after }) =>
      before[key] === after[key] ? (
        exact(after[key])
      ) : (
        <>
          <del>{exact(before[key])}</del> → <ins>{exact(after[key])}</ins>
        </>
      ),
  });
  return [
    { key: 'time', title: 'Open time', nowrap: true, cell: (one) => times.minute(one.open_time) },
    { key: 'at', title: 'Corrected', nowrap: true, cell: (one) => times.time(one.corrected_at) },
    change('open', 'Open'),
    change('high', 'High'),
    change('low', 'Low'),
    change('close', 'Close'),
    change('volume', 'Volume'),
  ];
}
